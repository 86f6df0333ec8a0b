"""What a table does when time is called (BO-9.2, BO-9.3), computed from the state of the match. Pure.

The caller takes the ``Rule`` that decides a match from the game's rule set.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec


class TimeCallRule(StrEnum):
    """How a match stands when its time is up."""

    LEAD = "lead"  # round wins, then the Bank of the running round (BO-9.3)
    ROUNDS_ONLY = "rounds_only"  # round wins alone (BO-10.9)
    TOTAL = "total"  # totals: earlier rounds plus the running one (BO-9.2)


class TableStep(StrEnum):
    """What the table does now."""

    FINISH_TURN = "finish_turn"
    WON = "won"
    DRAW = "draw"
    SUDDEN_DEATH = "sudden_death"


class Comparison(StrEnum):
    """Which comparison decided; ``PLAYED`` when the last turn itself ended the match."""

    PLAYED = "played"
    ROUNDS = "rounds"
    RUNNING_BANK = "running_bank"
    TOTAL = "total"
    SUDDEN_DEATH = "sudden_death"


class Standing(msgspec.Struct, frozen=True):
    """The state of the match, in tuples by seat; money is in whole dollars.

    ``on_turn``: the seat in a turn that has not ended, else None. ``rounds``: rounds won. ``running``: the Banks of
    the running round, (0, 0) between rounds. ``totals``: of the *earlier* rounds. ``wins_needed``: rounds that win the
    match, if rounds decide it. ``sudden_death``: the Banks of Sudden Death once it is being played.
    """

    on_turn: int | None = None
    rounds: tuple[int, ...] = (0, 0)
    running: tuple[int, ...] = (0, 0)
    totals: tuple[int, ...] = (0, 0)
    wins_needed: int | None = None
    sudden_death: tuple[int, ...] | None = None


class Decision(msgspec.Struct, frozen=True):
    """The step with its result: ``winner`` is a seat, None for a draw and while the match goes on.

    ``by`` and ``compared`` are the comparison that decided, or the last one that tied.
    """

    step: TableStep
    winner: int | None
    by: Comparison
    compared: tuple[int, ...]
    on_turn: int | None = None


def _comparisons(state: Standing, rule: TimeCallRule) -> list[tuple[Comparison, tuple[int, ...]]]:
    if state.sudden_death is not None:
        return [(Comparison.SUDDEN_DEATH, state.sudden_death)]
    if rule is TimeCallRule.TOTAL:
        now = tuple(earlier + running for earlier, running in zip(state.totals, state.running, strict=True))
        return [(Comparison.TOTAL, now)]
    rounds = (Comparison.ROUNDS, state.rounds)
    if rule is TimeCallRule.ROUNDS_ONLY:
        return [rounds]
    return [rounds, (Comparison.RUNNING_BANK, state.running)]


def decide(state: Standing, rule: TimeCallRule, needs_winner: bool) -> Decision:
    """Decide what a table does now that time was called (BO-9.2, BO-9.3, BO-6.7, BO-7.3, BO-7.4).

    An open turn is finished first. A tie is a draw, or leads to Sudden Death if the stage needs a winner; a tied
    Sudden Death is played again. A match whose last turn reached ``wins_needed`` was won by play.
    """
    comparisons = _comparisons(state, rule)
    if state.on_turn is not None:
        by, compared = comparisons[0]
        return Decision(TableStep.FINISH_TURN, None, by, compared, state.on_turn)
    if state.wins_needed is not None and max(state.rounds) >= state.wins_needed:
        return Decision(TableStep.WON, _ahead(state.rounds), Comparison.PLAYED, state.rounds)
    for by, compared in comparisons:
        if compared.count(max(compared)) == 1:
            return Decision(TableStep.WON, _ahead(compared), by, compared)
    by, compared = comparisons[-1]
    if needs_winner:
        return Decision(TableStep.SUDDEN_DEATH, None, by, compared)
    return Decision(TableStep.DRAW, None, by, compared)


def _ahead(compared: tuple[int, ...]) -> int:
    """The seat with the highest number."""
    return compared.index(max(compared))
