"""What is allowed: ``check`` lists the objections to an action, ``legal`` lists the actions without any.

A violation carries the finding code and the rule of record.md section 4, and the option of section 10 on which it
rests, if any: the option whose other value would have allowed the action here.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rules_engine.bankout import actions as act
from rules_engine.bankout import dealing
from rules_engine.bankout.cards import HIDDEN, HIDDEN_NO_QUEEN, JOKER, KING, QUEEN, RANK_BITS
from rules_engine.bankout.holding import find, hidden_may_be_joker, may_hold_joker
from rules_engine.bankout.resolving import king_answers, wild_queen_held
from rules_engine.bankout.state import ANSWER, EFFECT, OPEN, OVER_HAND, THIRD_JACK, TRIGGER, TURN_OVER, State


class Violation(msgspec.Struct, frozen=True, gc=False):
    """One thing against an action: finding code, rule, and the option it rests on ("" for none)."""

    code: str
    rule: str
    reading: str = ""


Violations = tuple[Violation, ...]
NONE: Violations = ()

WITHOUT_CAUSE = Violation("bust_without_cause", "BO-6.2")
AUTO_QUEEN_WITHOUT_CAUSE = Violation("auto_queen_without_cause", "BO-5.2")
QUEEN_HELD_BACK = Violation("auto_queen_missed", "BO-5.2")
NOT_IN_HAND = Violation("card_not_in_hand", "BO-4.2")
NOT_A_SWAP = Violation("counter_not_swap", "BO-5.25")
NEEDLESS = Violation("needless_discard", "BO-3.2")
JOKERS_OFF = Violation("jokers_off", "BO-1.3")
JOKER_HELD = Violation("joker_held", "BO-5.20")
OVER_THE_LIMIT = Violation("over_hand", "BO-3.3")
EFFECT_MISSING = Violation("joker_effect_missing", "BO-5.23")
FROM_HAND = Violation("joker_from_hand", "BO-5.22")
OPPONENT_EMPTY = Violation("swap_opponent_empty", "BO-5.17")


def check(state: State, action: int) -> Violations:
    """Every objection to an action in this state, in the order in which it is judged; never raises.

    For a draw this asks whether a card may be drawn at all; which card it can be is ``dealing.possible``.
    """
    phase = state.phase
    if phase == OPEN:
        return _OPEN[action >> act.KIND_SHIFT](state, action)
    return _BY_PHASE[phase](state, action) if phase < TURN_OVER else (after_turn(state),)


def after_turn(state: State) -> Violation:
    """BO-4.6: the turn has ended."""
    return Violation("action_after_turn", "BO-4.6", "deck_out" if state.ended_by == "deck_out" else "")


# The active player's turn (BO-4.1 to BO-4.4)


def _draw(state: State, _action: int) -> Violations:
    return NONE if dealing.can_draw(state) else (draw_from_empty(state),)


def _always(_state: State, _action: int) -> Violations:
    """BO-4.3, BO-4.4: to bank or to end is allowed with any Loot, $0 too."""
    return NONE


def _play(state: State, action: int) -> Violations:
    card = action & act.CARD_BITS
    return NONE if find(state, state.seat, card) >= 0 else _not_held(state, card)


def _never(violation: Violation) -> Callable[[State, int], Violations]:
    """Something for which there is no occasion in an open turn."""
    return lambda state, action: (*_jokers_off(state, action), violation)


def draw_from_empty(state: State) -> Violation:
    """BO-6.4, BO-7.3, BO-2.4: no card is left and none can be shuffled in."""
    if state.refills:
        held_out = state.old_cues != [[], []]
        return Violation("draw_from_empty", "BO-2.4", "cue_cards" if held_out else "")
    if state.sudden_death:
        return Violation("draw_from_empty", "BO-7.3", "sudden_death_deck")
    return Violation("draw_from_empty", "BO-6.4")


def _jokers_off(state: State, action: int) -> Violations:
    """BO-1.3: with Jokers off any Joker is out of place."""
    named = act.card_of(action) & RANK_BITS == JOKER
    return (JOKERS_OFF,) if named and not state.rules.jokers else NONE


def _not_held(state: State, card: int) -> Violations:
    """BO-4.2: only what is held can be played or given up."""
    if find(state, state.seat, card) >= 0:
        return NONE
    if card & RANK_BITS == JOKER and _shown_to_be_none(state, state.seat):
        return (Violation("card_not_in_hand", "BO-4.2", "joker_draw_public"),)
    return (NOT_IN_HAND,)


def _shown_to_be_none(state: State, seat: int) -> bool:
    """BO-10.15: a card drawn unseen could be the Joker, if Jokers drawn to hand were not shown."""
    return state.holds and not hidden_may_be_joker(state) and find(state, seat, HIDDEN) >= 0


def _joker_from_hand(state: State, action: int) -> Violations:
    against = _jokers_off(state, action)
    if not state.holds:
        against += (FROM_HAND,)  # BO-5.22
    not_held = _not_held(state, JOKER)
    if action == act.SWAP and not not_held:
        against += _swap_denied(state)
    return against + not_held


def _swap_denied(state: State) -> Violations:
    """BO-5.17: no swap with an empty Bank."""
    return NONE if state.banks[state.opponent] > 0 else (OPPONENT_EMPTY,)


_OPEN: dict[int, Callable[[State, int], Violations]] = act.by_kind(
    {
        act.DRAW: _draw,
        act.BANK: _always,
        act.END: _always,
        act.LET_BUST: _never(WITHOUT_CAUSE),
        act.AUTO_QUEEN: _never(AUTO_QUEEN_WITHOUT_CAUSE),
        act.PASS: _never(NOT_A_SWAP),
        act.COUNTER: _never(NOT_A_SWAP),
        act.SHIELD: _never(NOT_A_SWAP),
        act.PLAY: _play,
        act.DISCARD: _never(NEEDLESS),
        act.SWAP: _joker_from_hand,
        act.JOKER_KING: _joker_from_hand,
        act.JOKER_QUEEN: _joker_from_hand,
        act.NO_EFFECT: _never(EFFECT_MISSING),
    }
)


# While something is being resolved


def _over_hand(state: State, action: int) -> Violations:
    """BO-3.3: only a discard."""
    card = action & act.CARD_BITS
    if action - card != act.DISCARD:
        return (OVER_THE_LIMIT,)
    return NONE if find(state, state.seat, card) >= 0 else _jokers_off(state, action) + _not_held(state, card)


def _effect(state: State, action: int) -> Violations:
    """BO-5.20, BO-5.23: one of the three effects, at once."""
    if action == act.NO_EFFECT:
        return (EFFECT_MISSING,)
    if action not in act.JOKER_EFFECTS:
        return (JOKER_HELD,)
    return _swap_denied(state) if action == act.SWAP else NONE


def _third_jack(state: State, action: int) -> Violations:
    """BO-5.6, BO-10.17: a Queen or King effect from hand, or the bust."""
    if action == act.LET_BUST:
        return NONE
    card = act.card_of(action)
    if act.kind_of(action) == act.PLAY and card & RANK_BITS == QUEEN:
        place = find(state, state.seat, card)
        if place >= 0 and state.hands[state.seat][place] != HIDDEN_NO_QUEEN:
            return NONE
    return _other_answer(state, action, "BO-5.5")


def _trigger(state: State, action: int) -> Violations:
    """BO-5.3, BO-10.17: a Joker as Queen or a King effect; or the unseen card was the Queen of BO-5.2; or the bust."""
    if action == act.LET_BUST:
        return NONE
    says_queen = action == act.AUTO_QUEEN or (
        act.kind_of(action) == act.PLAY and act.card_of(action) & RANK_BITS == QUEEN
    )
    if says_queen and HIDDEN in state.hands[state.seat]:
        return NONE
    return _other_answer(state, action, "BO-5.3")


def _other_answer(state: State, action: int, rule: str) -> Violations:
    """BO-10.4, BO-10.17: a Joker as Queen, or a King effect."""
    if action == act.JOKER_QUEEN:
        return NONE if wild_queen_held(state) else (Violation("bust_not_taken", rule, bust_reading(state, rule)),)
    if state.rules.king_window and plays_king(state, action):
        return NONE
    reading = trigger_reading(state) if rule == "BO-5.3" else ""
    return (Violation("bust_not_taken", rule, reading or king_reading(state, action, rule)),)


def plays_king(state: State, action: int) -> bool:
    """Whether an action is a King effect from the active player's hand: a King, or a Joker as King."""
    if action == act.JOKER_KING:
        return may_hold_joker(state, state.seat)
    card = act.card_of(action)
    return act.kind_of(action) == act.PLAY and card & RANK_BITS == KING and find(state, state.seat, card) >= 0


def is_answerable(state: State) -> bool:
    """Whether the opponent has, or may have, a legal answer to a swap: a counter or a shield."""
    return not _counter(state) or not _shield(state)


def against_answer(state: State, action: int) -> Violations:
    """BO-5.24, BO-5.21, BO-8.2: a counter, a shield, or neither, to a swap that was just played."""
    if action == act.PASS:
        return NONE
    if action == act.COUNTER:
        return _counter(state)
    if action == act.SHIELD:
        return _shield(state)
    return (after_turn(state),)


def _counter(state: State) -> Violations:
    against: Violations = NONE
    if not state.holds:
        against = (Violation("counter_round_two", "BO-5.21"),)
    elif state.rules.shield_replaces_counter and "shield_token" in state.rules.variants:
        against = (Violation("counter_round_two", "BO-5.21", "shield_replaces_counter"),)
    if not may_hold_joker(state, state.opponent):
        shown = _shown_to_be_none(state, state.opponent)
        against += (Violation("counter_without_joker", "BO-5.24", "joker_draw_public" if shown else ""),)
    return against


def _shield(state: State) -> Violations:
    if not state.shields[state.opponent]:
        return (Violation("shield_unavailable", "BO-8.2"),)
    if not state.holds and not state.rules.shield_round_two:
        return (Violation("shield_unavailable", "BO-8.2", "shield_round_two"),)
    return NONE


_BY_PHASE: dict[int, Callable[[State, int], Violations]] = {
    OVER_HAND: _over_hand,
    EFFECT: _effect,
    THIRD_JACK: _third_jack,
    TRIGGER: _trigger,
    ANSWER: against_answer,
}


# Which reading a bust rests on


def trigger_reading(state: State) -> str:
    """BO-10.1 decides whether a Jack on Alert triggers Latent; off Alert both readings agree."""
    return "latent_trigger" if state.jacks else ""


def bust_reading(state: State, rule: str) -> str:
    """The option under whose other value the player could have answered the Jack that brings this bust."""
    joker = may_hold_joker(state, state.seat)
    if rule == "BO-5.5" and not state.rules.third_jack_window and not state.sudden_death:
        queen = any(held == HIDDEN or held & RANK_BITS == QUEEN for held in state.hands[state.seat])
        if queen or (joker and state.rules.wild_queen_window) or king_answers(state):
            return "third_jack_window"
    if rule in ("BO-5.3", "BO-5.5") and joker and not state.rules.wild_queen_window:
        return "wild_queen_window"
    return ""


def king_reading(state: State, action: int, rule: str) -> str:
    """BO-10.17, if a King effect that its other value allows is played against the Jack of this bust."""
    if state.rules.king_window or not plays_king(state, action):
        return ""
    window = rule == "BO-5.3" or (rule == "BO-5.5" and state.rules.third_jack_window)
    return "king_window" if window else ""


def bust_case(violation: Violation, state: State) -> dict[str, str]:
    """The parameter that has the message of a bust name the King as an answer to the Jack (BO-10.17), where it is."""
    kings = violation.code == "bust_not_taken" and state.rules.king_window
    return {"case": f"{violation.rule} king_window"} if kings else {}


# What is allowed


def legal(state: State) -> list[int]:
    """Every action that ``check`` passes: plays and discards name the cards as they are held."""
    held = dict.fromkeys(state.hands[state.seat])
    if any(card <= HIDDEN_NO_QUEEN for card in held):
        held |= dict.fromkeys((QUEEN, KING, JOKER, HIDDEN))
    cards = tuple(card for card in held if card > HIDDEN_NO_QUEEN)
    return [action for action in act.all_actions(cards) if not check(state, action)]
