"""A turn in which all is as it should be, judged at once: a move, and all that the card asks for, with nothing else.

Most turns are like that. What is not is left to the referee's own way, and nothing but whose turn it is has changed
then: ``play`` looks at the whole turn before it touches the state. Both ways are the same to anybody outside; a test
judges every record in both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules_engine.stage import moves, playing
from rules_engine.stage.cards import ACE, DRAWS, HIGHEST, JACK, KING, PARTS, QUEEN, SEVEN, UNNAMED
from rules_engine.stage.hands import Hand, as_named, is_known_pair, pass_card
from rules_engine.stage.notation import BANK, DISCARD, DRAW, GIVE, MISS, REENTRY, TAKE, Token, token_of
from rules_engine.stage.ruleset import OVER
from rules_engine.stage.state import State


def play(state: State, seat: int, actions: tuple[str, ...]) -> bool:
    """Judge a turn of the seat that is due, and change the state, if the turn is plain."""
    if not actions or state.rules.early_reshuffle or True in state.out:
        return False
    if state.at[seat] < 0 and state.players > 2:
        return False  # a piece is placed, in an order and by rules of its own
    state.seat = seat
    tokens = list(map(token_of, actions))
    move = tokens[0]
    place, card = move.place, move.card
    if move.kind == MISS:
        return len(tokens) == 1 and _misses(state)
    if move.kind > REENTRY or moves.against_move(state, move) is not None:
        return False
    shown = state.shown[place]
    if shown:
        if shown == UNNAMED or (card and card != shown):
            return False
        card = shown
    elif not card or state.tally[card] >= state.copies:
        return False
    follows = _EFFECTS[card](state, seat, card, tokens)
    if follows is None:
        return False
    state.face_down_placing = state.revealed = state.banked = False
    moves.go(state, place)
    if not shown:
        moves.reveal(state, place, card)
    follows()
    return True


def _misses(state: State) -> bool:
    """BS-4, BS-15: the turn is missed, where no move is possible."""
    if moves.against_miss(state) is not None:
        return False
    state.face_down_placing = state.revealed = state.banked = False
    moves.miss(state, rightful=True, keeps_reentry=False)
    return True


Follows = Callable[[], None]
"""Does what a card asks for."""


def _discards(state: State, seat: int, card: int, tokens: Sequence[Token]) -> Follows | None:
    """King and Jack: named cards go, the highest or any, then as many are drawn."""
    hand, draws = state.hands[seat], DRAWS[card]
    count = min(PARTS[card], len(hand))
    if len(tokens) != 1 + count + draws or state.pile < draws:
        return None
    cards = [token.card for token in tokens[1 : 1 + count] if token.kind == DISCARD and token.card]
    if len(cards) != count or not _all_unseen(tokens[1 + count :]):
        return None
    if card == KING and hand.known and hand.higher(cards):
        return None
    left = _without(state, hand, cards)
    if left is None or (state.rules.flush and state.banks[state.sides[seat]].least + sum(cards) > OVER):
        return None
    return lambda: _lay_down(state, seat, cards, left, draws, banks=state.rules.flush, caps=card == KING)


def _ace(state: State, seat: int, card: int, tokens: Sequence[Token]) -> Follows | None:
    """The two highest cards are banked, seen or unseen, then two are drawn."""
    hand, rules, draws = state.hands[seat], state.rules, DRAWS[card]
    if rules.go_fish:
        return _pair(state, seat, draws, tokens)
    if len(tokens) != 2 + draws or state.pile < draws or not _all_unseen(tokens[2:]):
        return None
    cards = tokens[1].cards
    if tokens[1].kind != BANK or not len(hand) or len(cards) != min(2, len(hand)):
        return None
    bank = state.banks[state.sides[seat]]
    if rules.flush and (0 in cards or SEVEN in cards or bank.least + sum(cards) > OVER):
        return None
    if not any(cards):
        return lambda: _bank_unseen(state, seat, len(cards), draws)
    if 0 in cards or (hand.known and hand.higher(cards)):
        return None
    left = _without(state, hand, cards)
    return None if left is None else lambda: _lay_down(state, seat, cards, left, draws, banks=True, caps=True)


def _pair(state: State, seat: int, draws: int, tokens: Sequence[Token]) -> Follows | None:
    """BS-12: a pair is banked, then two cards are drawn; or nothing where no pair is known."""
    hand = state.hands[seat]
    if state.rules.draw_without_pair:
        return None
    if len(tokens) == 1:
        return None if is_known_pair(hand) else _nothing
    cards = as_named(tokens[1].cards)
    if len(tokens) != 2 + draws or tokens[1].kind != BANK or not _all_unseen(tokens[2:]) or state.pile < draws:
        return None
    if len(cards) != 2 or cards[0] != cards[1] or len(hand) < 2:
        return None
    if cards[0] and _without(state, hand, cards) is None:
        return None

    def follows() -> None:
        playing.bank(state, cards, due=False)
        state.pile -= draws
        hand.ceilings += [HIGHEST] * draws

    return follows


def _nothing() -> None:
    """No pair: nothing is banked, and nothing drawn."""


def _queen(state: State, seat: int, _card: int, tokens: Sequence[Token]) -> Follows | None:
    """A card is taken from an opponent who has one, and one is given back."""
    if len(tokens) != 3 or tokens[1].kind != TAKE or tokens[2].kind != GIVE or tokens[1].seat != tokens[2].seat:
        return None
    other = tokens[1].seat
    if state.sides[other] == state.sides[seat] or not len(state.hands[other]):
        return None
    return lambda: _swap(state, state.hands[seat], state.hands[other])


_EFFECTS: dict[int, Callable[[State, int, int, Sequence[Token]], Follows | None]] = {
    JACK: _discards,
    KING: _discards,
    ACE: _ace,
    QUEEN: _queen,
}


def _all_unseen(tokens: Sequence[Token]) -> bool:
    """Whether all of them draw an unseen card."""
    for token in tokens:  # noqa: SIM110 - asked in most turns
        if token.kind != DRAW or token.card:
            return False
    return True


def _without(state: State, hand: Hand, cards: Sequence[int]) -> tuple[list[int], list[int], list[int]] | None:
    """Known cards and ceilings that stay when named cards leave, and the cards that were hidden; None if one cannot."""
    known, ceilings, named = hand.known[:], hand.ceilings[:], list[int]()
    for card in cards:
        if card in known:
            known.remove(card)
            continue
        for index, ceiling in enumerate(ceilings):
            if ceiling >= card:
                del ceilings[index]
                break
        else:
            return None
        named.append(card)
        if state.tally[card] + named.count(card) > state.copies:
            return None
    return known, ceilings, named


# What it changes


def _lay_down(
    state: State,
    seat: int,
    cards: Sequence[int],
    left: tuple[list[int], list[int], list[int]],
    draws: int,
    *,
    banks: bool,
    caps: bool,
) -> None:
    """Named cards go to the bank or to the discards; then cards are drawn unseen."""
    hand = state.hands[seat]
    hand.known, hand.ceilings, named = left
    for card in named:
        state.tally[card] += 1
    if banks:
        bank = state.banks[state.sides[seat]]
        for card in cards:
            bank.add(card)
        state.banked = state.banked or bool(cards)
    else:
        state.discards += cards
    if caps and cards:
        hand.cap(min(cards))
    state.pile -= draws
    hand.ceilings += [HIGHEST] * draws


def _bank_unseen(state: State, seat: int, count: int, draws: int) -> None:
    """Cards are banked face down; then cards are drawn unseen."""
    hand, bank = state.hands[seat], state.banks[state.sides[seat]]
    for _card in range(count):
        hand.lose_unseen(state.tally)
        bank.add(0)
    state.banked = True
    state.pile -= draws
    hand.ceilings += [HIGHEST] * draws


def _swap(state: State, own: Hand, other: Hand) -> None:
    pass_card(other, own, state.tally)
    pass_card(own, other, state.tally)
