"""What many matches come to."""

from __future__ import annotations

import pytest

from rules_engine.bankout.simulate.match import SimulatedOutcome
from rules_engine.bankout.simulate.summary import Summary, summary_of
from rules_engine.bankout.simulate.totals import Totals


def _outcome(winner: str | None, seconds: int, turns: int, totals: tuple[int, int]) -> SimulatedOutcome:
    decided_by = "time" if winner == "draw" else "total"
    return SimulatedOutcome(
        "complete", winner, decided_by, (0, 0), totals, 0, 3, turns, 10 * turns, seconds, {"bank": turns}
    )


def _summary(outcomes: list[SimulatedOutcome]) -> Summary:
    totals = Totals()
    for outcome in outcomes:
        totals.add(outcome)
    return summary_of(totals)


def test_counts_means_medians_and_the_95th_percentile() -> None:
    outcomes = [_outcome("AB"[i % 2], 60 * i, i, (10, 20)) for i in range(1, 21)]
    summary = _summary([*outcomes, _outcome("draw", 60 * 60, 60, (31, 41))])
    assert summary.winners == {"A": 10, "B": 10, "draw": 1}
    assert summary.decided_by == {"time": 1, "total": 20}
    assert summary.endings == {"bank": 270}
    assert (summary.minutes.mean, summary.minutes.median, summary.minutes.most) == (12.86, 11, 20)
    assert (summary.turns.median, summary.actions.median) == (11, 110)
    assert summary.totals == (11, 21)


def test_as_plain_values() -> None:
    shown = _summary([_outcome("A", 90, 4, (5, 6))]).to_dict()
    assert shown["minutes"] == {"mean": 1.5, "error": 0.0, "median": 1.5, "p95": 1.5}
    assert shown["totals"] == {"A": 5, "B": 6}


def test_shares_have_errors_and_intervals() -> None:
    outcomes = [_outcome("A" if i < 30 else "B", 60, 10, (1, 2)) for i in range(100)]
    won = _summary(outcomes).shares["winners"]["A"]
    assert (won.share, won.error) == (0.3, 0.045826)
    assert (won.low, won.high) == pytest.approx((0.218949, 0.395849), abs=2e-6)  # Wilson's interval
    assert str(won) == "30.0% (21.9 to 39.6)"
    sure = _summary(outcomes[:10]).shares["winners"]["A"]
    assert (sure.share, sure.error, sure.high) == (1.0, 0.0, 1.0)
    assert 0.72 < sure.low < 0.73


def test_the_error_of_a_share_of_turns_counts_the_matches() -> None:
    """Turns that all end alike within a match tell no more than their matches do."""
    alike = [
        SimulatedOutcome("complete", "A", "total", (0, 0), (1, 1), 0, 3, 10, 50, 60, {name: 10})
        for name in ["bank"] * 50 + ["bust"] * 50
    ]
    share = _summary(alike).shares["endings"]["bank"]
    assert (share.share, share.error) == (0.5, 0.05)


def test_the_error_of_a_mean() -> None:
    summary = _summary([_outcome("A", 60 * minutes, minutes, (1, 1)) for minutes in (1, 2, 3, 4)])
    assert (summary.minutes.mean, summary.minutes.error) == (2.5, 0.6455)


def test_no_match_is_no_summary() -> None:
    with pytest.raises(ValueError, match="No match"):
        _summary([])
