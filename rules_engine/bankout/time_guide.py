"""The questions that lead a table from the time call to its result, one after the other. Pure.

``guide`` takes the answers so far and gives the next question, or the decision of ``rules_engine.bankout.time_call``.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from rules_engine.bankout.time_call import Comparison, Decision, Standing, TableStep, TimeCallRule, decide

NOBODY = -1
"""On turn: nobody, because a turn has just ended."""


class Question(StrEnum):
    """What the table is asked next."""

    ON_TURN = "on_turn"
    FINISH = "finish"  # the turn is finished before anything is counted
    ROUNDS = "rounds"
    BANKS = "banks"
    TOTALS = "totals"
    SUDDEN_DEATH = "sudden_death"


class Answers(msgspec.Struct, frozen=True):
    """What is known so far; None is not answered yet. ``on_turn`` is a seat or ``NOBODY``.

    ``rounds`` are won rounds, ``banks`` the money of the running round, ``earlier`` the totals of the rounds before,
    ``sudden_death`` the money of Sudden Death.
    """

    on_turn: int | None = None
    finished: bool = False
    rounds: tuple[int, int] | None = None
    banks: tuple[int, int] | None = None
    earlier: tuple[int, int] | None = None
    sudden_death: tuple[int, int] | None = None


class Guide(msgspec.Struct, frozen=True):
    """The next question, or None once the match is decided; ``decision`` as soon as there is something to compare."""

    question: Question | None
    decision: Decision | None = None


def guide(answers: Answers, rule: TimeCallRule, *, wins_needed: int | None, needs_winner: bool) -> Guide:
    """What the table does next."""
    if answers.on_turn is None:
        return Guide(Question.ON_TURN)
    if answers.on_turn != NOBODY and not answers.finished:
        return Guide(Question.FINISH)
    question = _missing(answers, rule, wins_needed)
    if question is not None:
        return Guide(question)
    standing = _standing(answers, wins_needed)
    decision = decide(standing, rule, needs_winner)
    if decision.step is TableStep.SUDDEN_DEATH and answers.sudden_death is not None:
        played = msgspec.structs.replace(standing, sudden_death=answers.sudden_death)
        decision = decide(played, rule, needs_winner)
    return Guide(Question.SUDDEN_DEATH if decision.step is TableStep.SUDDEN_DEATH else None, decision)


def _missing(answers: Answers, rule: TimeCallRule, wins_needed: int | None) -> Question | None:
    """The numbers that the rule compares and nobody has told yet."""
    if rule is TimeCallRule.TOTAL:
        return Question.TOTALS if answers.earlier is None or answers.banks is None else None
    if answers.rounds is None:
        return Question.ROUNDS
    level = answers.rounds[0] == answers.rounds[1]
    if rule is TimeCallRule.LEAD and level and answers.banks is None:
        return Question.BANKS
    return None


def _standing(answers: Answers, wins_needed: int | None) -> Standing:
    """The state of the match after the last turn, before Sudden Death."""
    return Standing(
        rounds=answers.rounds or (0, 0),
        running=answers.banks or (0, 0),
        totals=answers.earlier or (0, 0),
        wins_needed=wins_needed,
    )


def mark(decision: Decision) -> str:
    """The mark of the desk for a decided match: ``t``, ``t2``, ``sd1``; "" if the last turn won it."""
    seat = "" if decision.winner is None else str(decision.winner + 1)
    return {
        Comparison.PLAYED: "",
        Comparison.RUNNING_BANK: f"t{seat}",
        Comparison.SUDDEN_DEATH: f"sd{seat}",
    }.get(decision.by, "t")
