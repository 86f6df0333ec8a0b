"""A turn in which all is as it should be, judged at once: withdrawn, perhaps banked, discarded, every card known.

Most turns are like that while the deck lasts. What is not is left to the referee's own way, and nothing has changed
then: ``play`` looks at the whole turn before it touches the state. Both ways are the same to anybody outside; a test
judges every record in both.
"""

from __future__ import annotations

from rules_engine.bank.cards import HIDDEN, KINGS, WORTH, score
from rules_engine.bank.record.notation import BANK, DISCARD, DRAW, EXCHANGE, FIXED, PICK, Token, token_of
from rules_engine.bank.state import BANKED, HAND, HAND_LIMIT, PILED, UNSEEN, Player, State
from rules_engine.bank.tricks import in_play

_DRAWN, _PICKED, _EXCHANGED, _DISCARDED = (
    {text: token.card for text, token in FIXED.items() if token.kind == kind}
    for kind in (DRAW, PICK, EXCHANGE, DISCARD)
)
"""The card that a token of each kind names, by the token as it is written."""


def play(state: State, seat: int, actions: tuple[str, ...]) -> bool:
    """Judge a turn of the seat that is due, and change the state, if the turn is plain."""
    if len(actions) < 2 or state.ran_out:
        return False
    discarded = _DISCARDED.get(actions[-1])
    if discarded is None:
        return False
    known = state.players[seat].known.copy()
    drawn = _withdraw(state, seat, known, actions)
    if drawn is None:
        return False
    banking = None
    middle = actions[len(drawn) or 1 : -1]
    if middle:
        banking = _Banking(state, seat, known, len(drawn))
        if not banking.judge(middle):
            return False
    if discarded not in known:
        return False
    known.remove(discarded)
    _move(state, seat, known, drawn)
    if banking is not None:
        banking.commit()
    state.where[discarded] = PILED
    state.piles[seat if state.own_piles else 0].append(discarded)
    state.stalled = 0 if drawn or (banking is not None and banking.progress) else state.stalled + 1
    if state.stalled >= state.rules.stall_turns:
        state.ended_by = "stall"
    return True


def _withdraw(state: State, seat: int, known: set[int], actions: tuple[str, ...]) -> tuple[int, ...] | None:
    """The cards of the deck that a hand draws, none if it takes the top discard; None if it takes a closer look."""
    deck, room = state.decks[seat if state.own_decks else 0], HAND_LIMIT - len(known) - state.players[seat].hidden
    picked = _PICKED.get(actions[0])
    if picked is not None:
        pile = state.piles[seat if state.own_piles else 0]
        if room < 1 or not deck.count or not pile or pile[-1] != picked:
            return None
        known.add(picked)
        return ()
    first, second = _DRAWN.get(actions[0]), _DRAWN.get(actions[1])
    if first is None:
        return None
    drawn = (first,) if second is None else (first, second)
    if len(drawn) > room or len(drawn) >= deck.count:
        return None
    for card in drawn:
        if card != HIDDEN:
            if state.where[card] != UNSEEN or card in known or card not in deck.possible or deck.guests:
                return None
            known.add(card)
    return drawn


def _move(state: State, seat: int, known: set[int], drawn: tuple[int, ...]) -> None:
    """The hand changes, and the deck or the pile from which a card came."""
    player, where = state.players[seat], state.where
    player.known = known
    if drawn:
        state.decks[seat if state.own_decks else 0].count -= len(drawn)
        for card in drawn:
            if card == HIDDEN:
                player.hidden += 1
            else:
                where[card] = HAND
                state.seen.add(card)
    else:
        where[state.piles[seat if state.own_piles else 0].pop()] = HAND


class _Banking:
    """The tricks of a turn: what they would make of the bank, and where each card lies afterwards, in order."""

    def __init__(self, state: State, seat: int, known: set[int], drawn: int) -> None:
        self.state = state
        self.player: Player = state.players[seat]
        self.pile = state.piles[seat if state.own_piles else 0]
        self.known = known
        self.drawn = drawn
        self.cards = self.player.bank.copy()
        self.worth, self.most, self.best = self.player.worth, self.player.most, self.player.best
        self.progress = False
        self.moves: list[tuple[int, int]] = []

    def judge(self, texts: tuple[str, ...]) -> bool:
        """Tricks of known cards, each with its exchanges, none of which ends the game."""
        rules = self.state.rules
        at = banks = 0
        tricks = in_play(rules.tricks, rules.trick_size)
        while at < len(texts):
            token = token_of(texts[at])
            if token.kind != BANK or (banks and banks >= self._allowed()):
                return False
            needed = tricks.get((token.size, len(token.cards)))
            if needed is None or not self._is_trick(token, needed):
                return False
            banks += 1
            due = self._due(len(token.cards))
            at += 1
            if due < 0 or len(texts) < at + due:
                return False
            self._lay_down(token)
            if due and not self._exchange(texts[at : at + due], len(token.cards)):
                return False
            at += due
            if self._ends_the_game():
                return False
        return True

    def _allowed(self) -> int:
        """BK-2.5, BK-6.17: how many tricks may be banked."""
        rules = self.state.rules
        if rules.withdrawal != "balanced" or self.drawn == 2:
            return 1
        return 2 if self.drawn or rules.balanced_pick == "two" else 1

    def _is_trick(self, token: Token, needed: int) -> bool:
        """BK-2.6 to BK-2.9: a trick of cards that are held, so many of the banked ones among them."""
        known, cards = self.known, token.cards
        fellows = self.state.fellows[cards[0]]
        if not known.issuperset(cards):
            return False
        count = len(cards)
        if count > 1 and (len(set(cards)) < count or len(fellows.intersection(cards)) < needed):
            return False
        return len(fellows & known) >= token.size

    def _due(self, count: int) -> int:
        """BK-2.10: how many older cards come out; -1 where it takes a closer look."""
        limit, rules = self.state.limit, self.state.rules
        if rules.last_card == "keep_one":
            return -1
        over = len(self.cards) + count - limit
        if not limit or over <= 0:
            return 0
        return -1 if count > limit or rules.exchange == "in_first" else over

    def _lay_down(self, token: Token) -> None:
        """A trick goes to the bank."""
        for card in token.cards:
            self.known.remove(card)
            self.cards.append(card)
            self.worth += WORTH[card]
            self.moves.append((card, BANKED))

    def _exchange(self, texts: tuple[str, ...], new: int) -> bool:
        """BK-2.10: for so many new cards as many older ones come out as are due."""
        cards, older = self.cards, self.cards[:-new]
        to_hand = self.state.rules.bank_size == "moneybox"
        for text in texts:
            card = _EXCHANGED.get(text)
            if card is None or card not in older:
                return False
            older.remove(card)
            cards.remove(card)
            self.worth -= WORTH[card]
            self.moves.append((card, HAND if to_hand else PILED))
            if to_hand:
                self.known.add(card)
        return True

    def _ends_the_game(self) -> bool:
        """BK-5.1: note what the bank is worth; whether that ends the game."""
        state, cards = self.state, self.cards
        if state.advanced:
            self.worth = score(cards, True)
        if len(cards) > self.most:
            self.progress, self.most = True, len(cards)
        if self.worth > self.best:
            self.progress, self.best = True, self.worth
        rules = state.rules
        if rules.five_o and self.worth >= rules.five_o:
            return True
        return rules.four_kings and KINGS.issubset(cards)

    def commit(self) -> None:
        """Change the bank, and say where its cards lie."""
        state, player = self.state, self.player
        player.bank, player.worth, player.most, player.best = self.cards, self.worth, self.most, self.best
        state.counted += 1
        for card, place in self.moves:
            state.where[card] = place
            if place == PILED:
                self.pile.append(card)
