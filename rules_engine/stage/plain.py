"""A turn in which all is as it should be, judged at once: a move, and all that the card asks for, with nothing else.

Most turns are like that. What is not is left to the referee's own way, and nothing but whose turn it is has changed
then: ``play`` looks at the whole turn before it touches the state. Both ways are the same to anybody outside; a test
judges every record in both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules_engine.stage import moves, playing
from rules_engine.stage.cards import ACE, DRAWS, HIGHEST, JACK, KING, PARTS, QUEEN, SEVEN, UNNAMED
from rules_engine.stage.findings import SEAT_NAMES
from rules_engine.stage.hands import Hand, as_named, is_known_pair, pass_card
from rules_engine.stage.record.notation import BANK, DISCARD, MISS, REENTRY, token_of
from rules_engine.stage.ruleset import OVER
from rules_engine.stage.state import State

_UNSEEN = {draws: ("+?",) * draws for draws in DRAWS.values()}
"""So many draws of unseen cards, as a record writes them."""

_SWAPS: dict[tuple[str, ...], int] = {(f"<{seat}", f">{seat}"): number for number, seat in enumerate(SEAT_NAMES)}
"""A card taken from a seat and one given back, as a record writes them, with that seat."""


def play(state: State, seat: int, actions: tuple[str, ...]) -> bool:
    """Judge a turn of the seat that is due, and change the state, if the turn is plain."""
    if not actions or state.rules.early_reshuffle or True in state.out:
        return False
    if state.at[seat] < 0 and state.players > 2:
        return False  # a piece is placed, in an order and by rules of its own
    state.seat = seat
    move = token_of(actions[0])
    place, card = move.place, move.card
    if move.kind == MISS:
        return len(actions) == 1 and _misses(state)
    if move.kind > REENTRY or moves.against_move(state, move) is not None:
        return False
    shown = state.shown[place]
    if shown:
        if shown == UNNAMED or (card and card != shown):
            return False
        card = shown
    elif not card or state.tally[card] >= state.copies:
        return False
    state.face_down_placing = state.revealed = state.banked = False
    if not _EFFECTS[card](state, seat, card, actions):
        return False
    moves.go(state, place)
    if not shown:
        moves.reveal(state, place, card)
    if state.banked and state.rules.out_at_once and state.bank.least > OVER:
        playing.go_out(state, state.sides[seat])
    return True


def _misses(state: State) -> bool:
    """BS-4, BS-15: the turn is missed, where no move is possible."""
    if moves.against_miss(state) is not None:
        return False
    state.face_down_placing = state.revealed = state.banked = False
    moves.miss(state, rightful=True, keeps_reentry=False)
    return True


# What a card asks for: each answers whether it was done and nothing else, and only then the cards have moved.


def _discards(state: State, seat: int, card: int, actions: tuple[str, ...]) -> bool:
    """King and Jack: named cards go, the highest or any, then as many are drawn."""
    hand, flush, draws = state.hands[seat], state.rules.flush, DRAWS[card]
    count = min(PARTS[card], len(hand))
    tokens = map(token_of, actions[1 : 1 + count])
    cards = [token.card for token in tokens if token.kind == DISCARD and token.card]
    if _goes_out(state, seat, cards):
        if _goes_out(state, seat, cards[:-1]):
            return False
        count, draws = len(cards), 0
    if len(cards) != count or state.pile < draws or actions[1 + count :] != _UNSEEN[draws]:
        return False
    if card == KING and hand.known and hand.higher(cards):
        return False
    if not _leave(state, hand, cards):
        return False
    if flush:
        _bank(state, seat, cards)
    else:
        state.discards += cards
    if card == KING and cards:
        hand.cap(cards[0])
    _draw(state, hand, draws)
    return True


def _ace(state: State, seat: int, card: int, actions: tuple[str, ...]) -> bool:
    """The two highest cards are banked, seen or unseen, then two are drawn."""
    hand, flush, draws = state.hands[seat], state.rules.flush, DRAWS[card]
    if state.rules.go_fish:
        return _pair(state, hand, draws, actions)
    if len(actions) < 2 or not len(hand):
        return False
    bank = token_of(actions[1])
    cards = bank.cards
    if bank.kind != BANK or len(cards) != min(2, len(hand)):
        return False
    if SEVEN not in cards and _goes_out(state, seat, cards):
        draws = 0
    if state.pile < draws or actions[2:] != _UNSEEN[draws]:
        return False
    if 0 in cards:
        if flush or any(cards):
            return False
        for _card in cards:
            hand.lose_unseen(state.tally)
    else:
        if (hand.known and hand.higher(cards)) or not _leave(state, hand, cards):
            return False
        hand.cap(min(cards))
    _bank(state, seat, cards)
    if flush and SEVEN in cards:
        sevens = 1 if state.rules.one_seven else cards.count(SEVEN)
        state.pile += state.banks[state.sides[seat]].empty(state.tally, sevens)
    _draw(state, hand, draws)
    return True


def _pair(state: State, hand: Hand, draws: int, actions: tuple[str, ...]) -> bool:
    """BS-12: a pair is banked, then two cards are drawn; or nothing where no pair is known."""
    if state.rules.draw_without_pair:
        return False
    if len(actions) == 1:
        return not is_known_pair(hand)
    bank = token_of(actions[1])
    cards = as_named(bank.cards)
    if bank.kind != BANK or actions[2:] != _UNSEEN[draws] or state.pile < draws:
        return False
    if len(cards) != 2 or cards[0] != cards[1] or len(hand) < 2:
        return False
    if cards[0] and _left(state, hand, cards) is None:
        return False
    playing.bank(state, cards, due=False)
    _draw(state, hand, draws)
    return True


def _queen(state: State, seat: int, _card: int, actions: tuple[str, ...]) -> bool:
    """A card is taken from an opponent who has one, and one is given back."""
    other = _SWAPS.get(actions[1:])
    if other is None or other >= state.players or state.sides[other] == state.sides[seat]:
        return False
    own, theirs = state.hands[seat], state.hands[other]
    if not len(theirs):
        return False
    pass_card(theirs, own, state.tally)
    pass_card(own, theirs, state.tally)
    return True


_EFFECTS: dict[int, Callable[[State, int, int, tuple[str, ...]], bool]] = {
    JACK: _discards,
    KING: _discards,
    ACE: _ace,
    QUEEN: _queen,
}


def _goes_out(state: State, seat: int, cards: Sequence[int]) -> bool:
    """BS-13, BS-17.7: whether a Flush bank is above 40 with these cards, and loses at once."""
    return state.rules.out_at_once and state.banks[state.sides[seat]].least + sum(cards) > OVER


# How cards move


def _left(state: State, hand: Hand, cards: Sequence[int]) -> tuple[list[int], list[int], list[int]] | None:
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


def _leave(state: State, hand: Hand, cards: Sequence[int]) -> bool:
    """Named cards leave a hand, if it can hold all of them."""
    left = _left(state, hand, cards)
    if left is None:
        return False
    hand.known, hand.ceilings, named = left
    for card in named:
        state.tally[card] += 1
    return True


def _bank(state: State, seat: int, cards: Sequence[int]) -> None:
    """Cards of a hand go to the bank; 0 for each that is hidden."""
    bank = state.banks[state.sides[seat]]
    for card in cards:
        bank.add(card)
        state.banked = True


def _draw(state: State, hand: Hand, count: int) -> None:
    """Unseen cards come from the pile."""
    state.pile -= count
    hand.ceilings += [HIGHEST] * count
