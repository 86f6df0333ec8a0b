"""The engine's doors: begin a match, ask what is allowed, act, go on to the next turn or round.

``check`` says everything that stands against an action and never raises; ``apply`` gives a new state and the events;
``step`` does the same in place, for those who already asked. A draw takes its card from the caller: a record supplies
it, simulation deals it, enumeration branches on ``outcomes``. One path for all of them.
"""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.bankout import actions as act
from rules_engine.bankout import endings, playing, resolving
from rules_engine.bankout.cards import HIDDEN, KING, RANK_BITS
from rules_engine.bankout.checking import Violations, check, legal
from rules_engine.bankout.dealing import outcomes, possible
from rules_engine.bankout.endings import call_time
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import (
    IN_PROGRESS,
    OPEN,
    ROUND_OVER,
    SUDDEN_DEATH,
    THIRD_JACK,
    Events,
    State,
)

__all__ = [
    "IllegalActionError",
    "apply",
    "call_time",
    "check",
    "legal",
    "new_match",
    "next_round",
    "next_round_number",
    "next_starter",
    "next_turn",
    "outcomes",
    "possible",
    "step",
]


class IllegalActionError(ValueError):
    """An action that the rules do not allow; ``violations`` says why."""

    def __init__(self, action: int, violations: Violations) -> None:
        self.violations = violations
        listed = ", ".join(f"{violation.code} ({violation.rule})" for violation in violations)
        super().__init__(f"{act.describe(action)} is not allowed: {listed}.")


def new_match(rules: BankoutRuleSet, first: int = 0) -> State:
    """A match before its first action: Round 1, the starter's turn (BO-1.6: who starts is drawn, not decided here)."""
    state = State(rules)
    endings.begin_round(state, 1, first)
    return state


def apply(state: State, action: int, card: int = HIDDEN) -> tuple[State, Events]:
    """The state after a legal action, and the events. ``card`` is what a draw turned over.

    Raises:
        IllegalActionError: if ``check`` has anything against the action.
    """
    violations = check(state, action)
    if violations:
        raise IllegalActionError(action, violations)
    after = state.copy()
    return after, step(after, action, card)


def step(state: State, action: int, card: int = HIDDEN) -> Events:
    """Carry out an action in place. The caller has made sure that ``check`` has nothing against it."""
    events = _CARRY_OUT[action >> act.KIND_SHIFT](state, action & act.CARD_BITS or card)
    if not state.size and state.phase == OPEN and endings.deck_out(state):
        events += endings.end_turn(state, "deck_out")  # BO-10.6
    return events


def _bank(state: State, _card: int) -> Events:
    """BO-4.3."""
    return endings.secure(state, state.loot, "bank")


def _end(state: State, _card: int) -> Events:
    """BO-4.4."""
    return endings.end_turn(state, "end")


def _let_bust(state: State, _card: int) -> Events:
    """The Jack stays unanswered (BO-5.3, BO-5.5)."""
    if state.phase == THIRD_JACK:
        return endings.bust(state, "BO-5.5")
    return resolving.trigger_bust(state)


def _play(state: State, card: int) -> Events:
    if card & RANK_BITS == KING:
        return playing.play_king(state, card)
    return playing.play_queen(state, card)


_CARRY_OUT: dict[int, Callable[[State, int], Events]] = act.by_kind(
    {
        act.DRAW: resolving.draw,
        act.BANK: _bank,
        act.END: _end,
        act.LET_BUST: _let_bust,
        act.AUTO_QUEEN: lambda state, _card: resolving.auto_queen(state),
        act.PASS: lambda state, _card: playing.swap(state),  # no answer: the swap takes place
        act.COUNTER: lambda state, _card: playing.counter(state),
        act.SHIELD: lambda state, _card: playing.shield(state),
        act.PLAY: _play,
        act.DISCARD: playing.give_up,
        act.SWAP: lambda state, _card: playing.joker_swap(state),
        act.JOKER_KING: lambda state, _card: playing.joker_king(state),
        act.JOKER_QUEEN: lambda state, _card: playing.joker_queen(state),
    }
)


def next_turn(state: State) -> None:
    """The other player's turn begins (after TURN_OVER)."""
    endings.begin_turn(state, state.opponent)


def next_round_number(state: State) -> int | None:
    """The round that may follow now, ``SUDDEN_DEATH``, or None when the match is decided or drawn without one."""
    if state.sudden_due:
        return SUDDEN_DEATH
    if state.status != IN_PROGRESS or state.sudden_death or state.round >= state.rules.rounds:
        return None
    return state.round + 1


def next_starter(state: State) -> int | None:
    """Who must start the next round (BO-1.6, BO-7.1); None when the winner chooses (BO-8.4)."""
    if "seeding_edge" in state.rules.variants and state.phase == ROUND_OVER and state.round_winner >= 0:
        return None
    return 1 - state.first


def next_round(state: State, first: int | None = None) -> None:
    """Begin the next round, or Sudden Death.

    ``first`` is the seat that starts; it is needed only where the winner of the last round chooses (BO-8.4).

    Raises:
        ValueError: if no round may follow, or if the winner must choose and ``first`` is None.
    """
    number = next_round_number(state)
    starter = next_starter(state) if first is None else first
    if number is None:
        raise ValueError("No round may follow.")
    if starter is None:
        raise ValueError("The winner of the last round chooses who starts (BO-8.4).")
    endings.begin_round(state, number, starter)
