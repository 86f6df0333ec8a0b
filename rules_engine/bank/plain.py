"""A turn in which all is as it should be, judged at once: withdrawn, perhaps banked, discarded, every card known.

Most turns are like that while the deck lasts. What is not is left to the referee's own way, and nothing has changed
then: ``play`` looks at the whole turn before it touches the state. Both ways are the same to anybody outside; a test
judges every record in both.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules_engine.bank.cards import HIDDEN, KINGS, score
from rules_engine.bank.notation import BANK, DISCARD, DRAW, EXCHANGE, FIXED, PICK, Token, token_of
from rules_engine.bank.state import BANKED, HAND, HAND_LIMIT, PILED, UNSEEN, Player, State
from rules_engine.bank.tricks import in_play


def play(state: State, seat: int, actions: tuple[str, ...]) -> bool:
    """Judge a turn of the seat that is due, and change the state, if the turn is plain."""
    if len(actions) < 2 or state.ran_out:
        return False
    first, last = FIXED.get(actions[0]), FIXED.get(actions[-1])
    if first is None or last is None or last.kind != DISCARD:
        return False
    turn = _Turn(state, seat)
    if not (turn.draw(first, actions[1]) if first.kind == DRAW else turn.pick(first)):
        return False
    middle = actions[turn.drawn or 1 : -1]
    if middle and not turn.bank(middle):
        return False
    if last.card not in turn.known:
        return False
    turn.known.remove(last.card)
    turn.moves.append((last.card, PILED))
    turn.commit()
    return True


class _Turn:
    """What a turn would change: the hand, the bank, and where each card lies afterwards, in order."""

    drawn = hidden = 0
    progress = False

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.player: Player = state.players[seat]
        self.deck = state.decks[seat if state.own_decks else 0]
        self.pile = state.piles[seat if state.own_piles else 0]
        self.known = self.player.known.copy()
        self.moves: list[tuple[int, int]] = []
        self.cards = self.player.bank

    def draw(self, first: Token, following: str) -> bool:
        """One card or two from a deck that has more."""
        second, player, deck = FIXED.get(following), self.player, self.deck
        two = second is not None and second.kind == DRAW
        self.drawn = 2 if two else 1
        if len(player.known) + player.hidden + self.drawn > HAND_LIMIT or deck.count <= self.drawn:
            return False
        return self._drawn(first.card) and (second is None or not two or self._drawn(second.card))

    def _drawn(self, card: int) -> bool:
        """A card of the deck goes to hand, if it can lie there."""
        if card == HIDDEN:
            self.hidden += 1
            return True
        deck = self.deck
        if self.state.where[card] != UNSEEN or card in self.known or card not in deck.possible or deck.guests:
            return False
        self.known.add(card)
        self.moves.append((card, HAND))
        return True

    def pick(self, token: Token) -> bool:
        """The top discard, while the deck lasts."""
        card, player = token.card, self.player
        if token.kind != PICK or not self.deck.count or not self.pile or self.pile[-1] != card:
            return False
        self.known.add(card)
        self.moves.append((card, HAND))
        return len(player.known) + player.hidden < HAND_LIMIT

    # Banking

    def bank(self, texts: tuple[str, ...]) -> bool:
        """Tricks of known cards, each with its exchanges, none of which ends the game."""
        player = self.player
        self.cards = player.bank.copy()
        self.worth, self.most, self.best = player.worth, player.most, player.best
        rules = self.state.rules
        at = banks = 0
        allowed, tricks = self._allowed(), in_play(rules.tricks, rules.trick_size)
        while at < len(texts):
            token = token_of(texts[at])
            if token.kind != BANK or banks == allowed or not self._is_trick(token, tricks):
                return False
            banks += 1
            out = self._due(len(token.cards))
            if out < 0 or not self._lay_down(token, texts[at + 1 : at + 1 + out], out):
                return False
            at += 1 + out
            if not self._counted():
                return False
        return True

    def _allowed(self) -> int:
        """BK-2.5, BK-6.17: how many tricks may be banked."""
        rules = self.state.rules
        if rules.withdrawal != "balanced" or self.drawn == 2:
            return 1
        return 2 if self.drawn or rules.balanced_pick == "two" else 1

    def _is_trick(self, token: Token, tricks: Mapping[tuple[int, int], int]) -> bool:
        """BK-2.6 to BK-2.9: a trick in play, of cards that are held."""
        known, cards = self.known, token.cards
        count, fellows = len(cards), self.state.fellows[cards[0]]
        needed = tricks.get((token.size, count))
        if needed is None or not known.issuperset(cards):
            return False
        if count > 1 and (len(set(cards)) < count or len(fellows.intersection(cards)) < needed):
            return False
        return len(fellows & known) >= token.size

    def _due(self, count: int) -> int:
        """BK-2.10: how many older cards come out; -1 where it takes a closer look."""
        state = self.state
        if state.rules.last_card == "keep_one":
            return -1
        if not state.limit:
            return 0
        due = max(0, len(self.cards) + count - state.limit)
        return -1 if count > state.limit or (due and state.rules.exchange == "in_first") else due

    def _lay_down(self, token: Token, texts: tuple[str, ...], due: int) -> bool:
        """The trick goes to the bank, and as many older cards as are due come out of it."""
        older, moves = self.cards.copy() if due else [], self.moves
        self.known.difference_update(token.cards)
        self.cards += token.cards
        moves += [(card, BANKED) for card in token.cards]
        to_hand = self.state.rules.bank_size == "moneybox"
        for text in texts:
            out = FIXED.get(text)
            if out is None or out.kind != EXCHANGE or out.card not in older:
                return False
            older.remove(out.card)
            self.cards.remove(out.card)
            moves.append((out.card, HAND if to_hand else PILED))
            if to_hand:
                self.known.add(out.card)
        return len(texts) == due

    def _counted(self) -> bool:
        """BK-5.1: what the bank is worth; false if that ends the game."""
        state, cards = self.state, self.cards
        self.worth = score(cards, state.advanced)
        if len(cards) > self.most or self.worth > self.best:
            self.progress = True
            self.most, self.best = max(self.most, len(cards)), max(self.best, self.worth)
        if not state.limited:
            return True
        rules = state.rules
        ends = (rules.five_o and self.worth >= rules.five_o) or (rules.four_kings and KINGS.issubset(cards))
        return not ends

    # What it changes

    def commit(self) -> None:
        """Change the state."""
        state, player, pile, where = self.state, self.player, self.pile, self.state.where
        if not self.drawn:
            pile.pop()
        self.deck.count -= self.drawn
        player.hidden += self.hidden
        player.known = self.known
        if self.cards is not player.bank:
            player.bank, player.worth, player.most, player.best = self.cards, self.worth, self.most, self.best
            state.counted += 1
        seen = state.seen.add
        for card, place in self.moves:
            where[card] = place
            seen(card)
            if place == PILED:
                pile.append(card)
        state.stalled = 0 if self.drawn or self.progress else state.stalled + 1
        if state.stalled >= state.rules.stall_turns:
            state.ended_by = "stall"
