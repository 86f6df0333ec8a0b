"""The questions from the time call to a result, in the order of BO-9.2 and BO-9.3."""

from __future__ import annotations

import msgspec
import pytest

from rules_engine.bankout.time_call import Comparison, TableStep, TimeCallRule
from rules_engine.bankout.time_guide import NOBODY, Answers, Question, guide, mark

ASKED = Answers(on_turn=NOBODY)


def led(answers: Answers, rule: TimeCallRule = TimeCallRule.LEAD, *, needs_winner: bool = False):
    return guide(answers, rule, wins_needed=None if rule is TimeCallRule.TOTAL else 2, needs_winner=needs_winner)


def more(answers: Answers, **given) -> Answers:
    return msgspec.structs.replace(answers, **given)


def test_the_open_turn_is_finished_before_anything_is_counted() -> None:
    assert led(Answers()).question is Question.ON_TURN
    assert led(Answers(on_turn=1, rounds=(1, 0))).question is Question.FINISH
    assert led(Answers(on_turn=1, finished=True)).question is Question.ROUNDS


@pytest.mark.parametrize(
    ("rounds", "banks", "winner", "by", "typed"),
    [
        ((1, 0), None, 0, Comparison.ROUNDS, "t"),
        ((1, 2), None, 1, Comparison.PLAYED, ""),
        ((1, 1), (120, 300), 1, Comparison.RUNNING_BANK, "t2"),
    ],
)
def test_rounds_then_the_running_bank(rounds, banks, winner, by, typed) -> None:
    decision = led(more(ASKED, rounds=rounds, banks=banks)).decision
    assert decision is not None
    assert (decision.winner, decision.by, mark(decision)) == (winner, by, typed)


def test_the_banks_are_asked_only_where_they_decide() -> None:
    assert led(more(ASKED, rounds=(1, 1))).question is Question.BANKS
    assert led(more(ASKED, rounds=(1, 1)), TimeCallRule.ROUNDS_ONLY).question is None


def test_totals_are_earlier_rounds_plus_the_running_one() -> None:
    assert led(ASKED, TimeCallRule.TOTAL).question is Question.TOTALS
    decision = led(more(ASKED, earlier=(900, 500), banks=(0, 500)), TimeCallRule.TOTAL).decision
    assert decision is not None
    assert (decision.winner, decision.compared) == (1, (900, 1000))


def test_a_bracket_plays_sudden_death_until_somebody_leads() -> None:
    level = more(ASKED, rounds=(1, 1), banks=(50, 50))
    assert led(level).decision.step is TableStep.DRAW
    assert led(level, needs_winner=True).question is Question.SUDDEN_DEATH
    assert led(more(level, sudden_death=(9, 9)), needs_winner=True).question is Question.SUDDEN_DEATH
    decision = led(more(level, sudden_death=(9, 30)), needs_winner=True).decision
    assert (decision.winner, mark(decision)) == (1, "sd2")


def test_sudden_death_does_not_count_in_a_match_that_is_decided_without_it() -> None:
    decision = led(more(ASKED, rounds=(1, 0), sudden_death=(0, 30)), needs_winner=True).decision
    assert (decision.winner, decision.by) == (0, Comparison.ROUNDS)
