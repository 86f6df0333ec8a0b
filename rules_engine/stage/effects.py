"""The card acts of a turn: what an effect asks for, and what is against an act (BS-5, BS-6, BS-12)."""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.stage.cards import ACE, DRAWS, JACK, KING, PARTS, QUEEN
from rules_engine.stage.hands import as_named, is_known_pair
from rules_engine.stage.moves import Objection
from rules_engine.stage.record.notation import BANK, DISCARD, DRAW, TAKE, Token
from rules_engine.stage.state import IN_EFFECT, State

NOT_DUE = Objection("not_due", "BS-5")
NO_PAIR_NAMED = Objection("not_due", "BS-5", "go_fish_none")
NOT_IN_HAND = Objection("card_not_in_hand", "BS-5")
WRONG_COUNT = Objection("wrong_count", "BS-5")
NOT_TWO = Objection("wrong_count", "BS-12")
NOT_A_PAIR = Objection("not_a_pair", "BS-12")
NOT_HIGHEST = Objection("not_highest", "BS-5")
WRONG_TARGET = Objection("wrong_target", "BS-5")
NOTHING_TO_DRAW = Objection("draw_from_empty", "BS-6")
NO_RESHUFFLE_NOW = Objection("draw_from_empty", "BS-6", "reshuffle_when")


def begin(state: State, card: int) -> None:
    """The card of the space takes effect."""
    state.stage, state.effect = IN_EFFECT, card
    state.parts, state.draws = PARTS[card], DRAWS[card]
    state.take_due = card == QUEEN
    if card == ACE and state.rules.go_fish:
        state.pair_known = is_known_pair(state.hand)
        if not state.rules.draw_without_pair:
            state.draws = 0


def reshuffles_first(state: State, card: int) -> bool:
    """BS-17.3 `before_effect`: the pile is short of what the effect draws at most, and there are discards."""
    return state.rules.early_reshuffle and state.pile < DRAWS[card] and len(state.discards) > 0


# What is owed


def part_owed(state: State) -> bool:
    """Whether a bank or a discard is due and possible; in Go Fish only known cards show that one is."""
    if not state.parts or state.parts_over:
        return False
    return state.pair_known if _is_go_fish_ace(state) else len(state.hand) > 0


def owed(state: State) -> bool:
    """Whether the effect asks for something more that is possible."""
    if state.stage != IN_EFFECT:
        return False
    if _may_give(state) or (state.draws > 0 and state.can_draw()) or part_owed(state):
        return True
    return state.take_due and any(len(state.hands[seat]) for seat in state.opponents(state.seat))


def may_bank_pair(state: State) -> bool:
    """Whether an Ace may still bank a pair, although nothing says that the hand holds one (BS-12)."""
    return _is_go_fish_ace(state) and state.parts > 0 and not state.parts_over and len(state.hand) > 1


def _is_go_fish_ace(state: State) -> bool:
    return state.rules.go_fish and state.effect == ACE


# What is against an act


def against_act(state: State, token: Token) -> Objection | None:
    """The first thing against a card act of the seat whose turn it is."""
    return _AGAINST[token.kind - BANK](state, token)


def against_happening(state: State, token: Token) -> Objection | None:
    """Why an act cannot happen at all, whatever is due."""
    if token.kind == DRAW:
        return _against_draw(state)
    if token.kind <= DISCARD:
        return None if state.hand.can_give(cards_of(state, token)) else NOT_IN_HAND
    if token.kind != TAKE and not len(state.hand):
        return NOT_IN_HAND
    if token.seat == state.seat or state.out[token.seat]:
        return WRONG_TARGET
    return WRONG_TARGET if token.kind == TAKE and not len(state.hands[token.seat]) else None


def _against_draw(state: State) -> Objection | None:
    if state.can_draw():
        return None
    return NO_RESHUFFLE_NOW if state.discards else NOTHING_TO_DRAW


def _draw(state: State, _token: Token) -> Objection | None:
    if state.draws > 0:
        return None if state.pile else _against_draw(state)
    return NO_PAIR_NAMED if _is_go_fish_ace(state) and state.parts else NOT_DUE


def _discard(state: State, token: Token) -> Objection | None:
    effect, card, hand = state.effect, token.card, state.hands[state.seat]
    if not state.parts or state.parts_over or effect not in (KING, JACK):
        return NOT_DUE
    if not hand.ceilings and (card not in hand.known if card else not hand.known):
        return NOT_IN_HAND
    return NOT_HIGHEST if effect == KING and hand.known and hand.higher((card,)) else None


def _bank(state: State, token: Token) -> Objection | None:
    if state.effect != ACE or not state.parts or state.parts_over:
        return NOT_DUE
    cards, hand = cards_of(state, token), state.hands[state.seat]
    if not hand.can_give(cards):
        return NOT_IN_HAND
    if state.rules.go_fish:
        if len(cards) != 2:
            return NOT_TWO
        return NOT_A_PAIR if cards[0] != cards[1] else None
    if len(cards) != min(2, len(hand)):
        return WRONG_COUNT
    return NOT_HIGHEST if hand.known and hand.higher(cards) else None


def _take(state: State, token: Token) -> Objection | None:
    if not state.take_due:
        return NOT_DUE
    if state.sides[token.seat] == state.sides[state.seat] or state.out[token.seat]:
        return WRONG_TARGET
    return None if len(state.hands[token.seat]) else WRONG_TARGET


def _give(state: State, token: Token) -> Objection | None:
    if state.taken_from < 0:
        return NOT_DUE
    if not len(state.hand):
        return NOT_IN_HAND
    return None if token.seat == state.taken_from and _may_give(state) else WRONG_TARGET


def _may_give(state: State) -> bool:
    """Whether a card is owed to the seat that one was taken from; a payment may have put that seat out since."""
    return state.taken_from >= 0 and not state.out[state.taken_from]


_AGAINST: tuple[Callable[[State, Token], Objection | None], ...] = (_bank, _discard, _draw, _take, _give)


def cards_of(state: State, token: Token) -> tuple[int, ...]:
    """The cards that a bank or a discard names, 0 for each that stays hidden."""
    if token.kind == DISCARD:
        return (token.card,)
    return as_named(token.cards) if state.rules.go_fish else token.cards
