"""What many matches come to."""

from __future__ import annotations

import pytest

from rules_engine.bankout.simulate.match import SimulatedOutcome
from rules_engine.bankout.simulate.summary import summarise


def _outcome(winner: str | None, seconds: int, turns: int, totals: tuple[int, int]) -> SimulatedOutcome:
    decided_by = "time" if winner == "draw" else "total"
    return SimulatedOutcome(
        "complete", winner, decided_by, (0, 0), totals, 0, 3, turns, 10 * turns, seconds, {"bank": turns}
    )


def test_counts_means_medians_and_the_95th_percentile() -> None:
    outcomes = [_outcome("AB"[i % 2], 60 * i, i, (10, 20)) for i in range(1, 21)]
    summary = summarise([*outcomes, _outcome("draw", 60 * 60, 60, (31, 41))])
    assert summary.winners == {"A": 10, "B": 10, "draw": 1}
    assert summary.decided_by == {"time": 1, "total": 20}
    assert summary.endings == {"bank": 270}
    assert (summary.minutes.mean, summary.minutes.median, summary.minutes.most) == (12.86, 11, 20)
    assert (summary.turns.median, summary.actions.median) == (11, 110)
    assert summary.totals == (11, 21)


def test_as_plain_values() -> None:
    shown = summarise([_outcome("A", 90, 4, (5, 6))]).to_dict()
    assert shown["minutes"] == {"mean": 1.5, "median": 1.5, "p95": 1.5}
    assert shown["totals"] == {"A": 5, "B": 6}


def test_no_match_is_no_summary() -> None:
    with pytest.raises(ValueError, match="No match"):
        summarise([])
