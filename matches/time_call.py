"""What a table does when time is called: the step of BO-9.2 and BO-9.3 as a function of the match's state.

The module knows no game. How a match is decided is a ``Rule`` that the caller takes from the game's rule set.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from matches.history import Outcome


class Rule(StrEnum):
    """How a match stands when its time is up."""

    LEAD = "lead"  # round wins, then the Bank of the running round (BO-9.3)
    ROUNDS_ONLY = "rounds_only"  # round wins alone (BO-10.9)
    TOTAL = "total"  # totals: earlier rounds plus the running one (BO-9.2)


class Step(StrEnum):
    """What the table does now."""

    FINISH_TURN = "finish_turn"
    WON = "won"
    DRAW = "draw"
    SUDDEN_DEATH = "sudden_death"


class DecidedBy(StrEnum):
    """Which comparison decided; ``PLAYED`` when the last turn itself ended the match."""

    PLAYED = "played"
    ROUNDS = "rounds"
    RUNNING_BANK = "running_bank"
    TOTAL = "total"
    SUDDEN_DEATH = "sudden_death"


class Standing(msgspec.Struct, frozen=True):
    """The match as it lies on the table; pairs are (a, b), money is whole dollars.

    ``on_turn``: who is in a turn that has not ended ("a", "b"), else None. ``rounds``: rounds won.
    ``running``: the Banks of the running round, (0, 0) between rounds. ``totals``: of the *earlier* rounds.
    ``wins_needed``: rounds that win the match, where that is how it is won. ``sudden_death``: the Banks of
    Sudden Death once it is being played.
    """

    on_turn: str | None = None
    rounds: tuple[int, int] = (0, 0)
    running: tuple[int, int] = (0, 0)
    totals: tuple[int, int] = (0, 0)
    wins_needed: int | None = None
    sudden_death: tuple[int, int] | None = None


class Decision(msgspec.Struct, frozen=True):
    """The step with its result. ``by`` and ``compared`` name the comparison that decided, or the last that tied."""

    step: Step
    winner: Outcome | None
    by: DecidedBy
    compared: tuple[int, int]
    on_turn: str | None = None


def _comparisons(state: Standing, rule: Rule) -> list[tuple[DecidedBy, tuple[int, int]]]:
    if state.sudden_death is not None:
        return [(DecidedBy.SUDDEN_DEATH, state.sudden_death)]
    if rule is Rule.TOTAL:
        now = (state.totals[0] + state.running[0], state.totals[1] + state.running[1])
        return [(DecidedBy.TOTAL, now)]
    rounds = (DecidedBy.ROUNDS, state.rounds)
    if rule is Rule.ROUNDS_ONLY:
        return [rounds]
    return [rounds, (DecidedBy.RUNNING_BANK, state.running)]


def decide(state: Standing, rule: Rule, needs_winner: bool) -> Decision:
    """What follows at a table where time was called (BO-9.2, BO-9.3, BO-6.7, BO-7.3, BO-7.4).

    An open turn is finished first. A tie is a draw, or Sudden Death where the stage needs a winner; a Sudden
    Death that stops level is played again. A match whose last turn reached ``wins_needed`` was won by play.
    """
    comparisons = _comparisons(state, rule)
    if state.on_turn is not None:
        by, pair = comparisons[0]
        return Decision(Step.FINISH_TURN, None, by, pair, state.on_turn)
    if state.wins_needed is not None and max(state.rounds) >= state.wins_needed:
        return Decision(Step.WON, _ahead(state.rounds), DecidedBy.PLAYED, state.rounds)
    for by, pair in comparisons:
        if pair[0] != pair[1]:
            return Decision(Step.WON, _ahead(pair), by, pair)
    by, pair = comparisons[-1]
    if needs_winner:
        return Decision(Step.SUDDEN_DEATH, None, by, pair)
    return Decision(Step.DRAW, Outcome.DRAW, by, pair)


def _ahead(pair: tuple[int, int]) -> Outcome:
    return Outcome.A if pair[0] > pair[1] else Outcome.B
