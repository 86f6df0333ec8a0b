"""Two referees, one judgement: on the golden cases, on damaged records and on random tokens."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import pytest

from rules_engine import RecordError, read_record, referee
from rules_engine.record import GameRecord
from rules_engine.record.writing import to_mapping
from tests.forms import in_form
from tests.rules_engine.golden.cases import KIND_OF, load_cases
from tests.rules_engine.second_referee.damage import damaged, scribbled
from tests.rules_engine.second_referee.referee import SecondReferee

GOLDEN = [case for case in load_cases() if case.unreadable is None and case.time_box is None]


def _first(record: GameRecord) -> tuple[Any, ...]:
    report = referee(record)
    findings = [(one.code, one.rule, one.round, one.turn, one.action, one.seat) for one in report.findings]
    result = report.result
    money = [[amounts["A"], amounts["B"]] for amounts in (result.round_wins, result.totals)]
    rounds = [
        (
            one.round,
            one.winner,
            [one.banks["A"], one.banks["B"]],
            [(turn.seat, turn.ended_by, turn.gained, [turn.banks["A"], turn.banks["B"]]) for turn in one.turns],
        )
        for one in report.rounds
    ]
    return findings, (result.status, result.winner, result.decided_by, *money, result.pot), rounds


def _agree(record: GameRecord) -> set[str]:
    """Both referees on one record; the codes they found."""
    second = SecondReferee(to_mapping(record)).judge()
    assert _first(record) == second
    return {finding[0] for finding in second[0]}


def test_on_the_golden_cases(subtests: pytest.Subtests) -> None:
    for case in GOLDEN:
        with subtests.test(f"{case.topic}: {case.name}"):
            _agree(read_record(case.record.encode()))


def _judged(make: Callable[[int], dict[str, Any]], seeds: range) -> list[set[str]]:
    """The codes found in each record that can be read."""
    found = []
    for seed in seeds:
        with contextlib.suppress(RecordError):
            found.append(_agree(read_record(make(seed))))
    return found


def test_on_damaged_records() -> None:
    count = in_form(gate=500, long=3_000)
    found = _judged(damaged, range(count))
    assert len(found) > count * 8 // 9
    # slow_decision needs a time box, which the second referee does not look at.
    assert set(KIND_OF) - set().union(*found) == {"slow_decision"}


def test_on_random_tokens() -> None:
    count = in_form(gate=1_500, long=10_000)
    found = _judged(scribbled, range(count))
    assert len(found) > count * 8 // 9
    assert len(set().union(*found)) > 28
