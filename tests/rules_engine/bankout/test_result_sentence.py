"""How a match ended, in a sentence that stands beside the names of both players on pages, layers and walls."""

from __future__ import annotations

import msgspec
import pytest

from rules_engine import games
from rules_engine.record.report import Report
from tests.rules_engine.bankout.simulate.cases import random_match

NAMES = {"A": "Ada", "B": "Bo"}
BANKOUT = games.get("bankout")


def ended(seed: int = 0, /, **result: object) -> str:
    """The sentence for a match that ended like this."""
    match = random_match(seed)
    match.play()
    report = BANKOUT.referee(match.sheet.record(match.state, ("A", "B"), seed))
    found = msgspec.structs.replace(report.result, status="complete", pot=0, **result)
    return str(BANKOUT.wording.result(msgspec.structs.replace(report, result=found), NAMES))


@pytest.mark.parametrize(
    ("winner", "decided_by", "round_wins", "sentence"),
    [
        ("B", "total", {"A": 1, "B": 1}, "Bo won on totals: $823 to $201, rounds 1–1."),
        ("B", "rounds", {"A": 0, "B": 2}, "Bo won on rounds: 2–0, totals $823 to $201."),
        ("A", "rounds", {"A": 2, "B": 1}, "Ada won on rounds: 2–1, totals $201 to $823."),
        ("B", "sudden_death", {"A": 1, "B": 1}, "Bo won in Sudden Death: rounds 1–1, totals $823 to $201."),
        ("B", "time", {"A": 0, "B": 0}, "Bo won on time: totals $823 to $201."),
        ("draw", "time", {"A": 1, "B": 0}, "Drawn on time: rounds 1–0, totals $201 to $823."),
        (None, None, {"A": 0, "B": 0}, "In progress: totals $201 to $823."),
    ],
)
def test_the_winners_figures_come_first(
    winner: str | None, decided_by: str | None, round_wins: dict[str, int], sentence: str
) -> None:
    totals = {"A": 201, "B": 823}
    assert ended(winner=winner, decided_by=decided_by, round_wins=round_wins, totals=totals) == sentence


@pytest.mark.parametrize("seed", range(20))
def test_the_winner_on_totals_has_the_greater_one_first(seed: int) -> None:
    match = random_match(seed)
    match.play()
    report: Report = BANKOUT.referee(match.sheet.record(match.state, ("A", "B"), seed))
    if report.result.decided_by == "total":
        text = str(BANKOUT.wording.result(report, NAMES))
        most, least = sorted(report.result.totals.values(), reverse=True)
        assert f"won on totals: ${most:,} to ${least:,}" in text
