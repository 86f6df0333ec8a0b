"""The sentences for the reasons of pairs."""

from __future__ import annotations

from typing import Any

from matches.rounds.labels import reason_text
from tests.cases import every

NAMES = {"a": "Ada", "b": "Ben"}


@every(
    ("code", "params", "sentence"),
    [
        ("score_group", {"points": 0}, "Both have 0 points."),
        ("score_group", {"points": 1}, "Both have 1 point."),
        ("paired_up", {"player": "a", "points": 1, "opponent_points": 3}, "Ada (1 point) is paired up to 3."),
        ("bye_lowest_group", {"points": 1}, "The bye goes to the lowest score group (1 point)."),
        ("pod_points", {"points": "1, 1, 0"}, "Points at this table: 1, 1, 0."),
    ],
)
def test_one_point_is_a_point(code: str, params: dict[str, Any], sentence: str) -> None:
    assert reason_text({"code": code, "params": params}, NAMES) == sentence
