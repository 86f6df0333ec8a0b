"""The sentences for the reasons of pairs, and for the state of a round."""

from __future__ import annotations

from typing import Any

import pytest

from matches.course.labels import state_text
from matches.draws.labels import PAIRED_DOWN, reason_text
from matches.enums import RoundStatus
from matches.models import Round

NAMES = {"a": "Ada", "b": "Ben"}


@pytest.mark.parametrize(
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


def test_a_player_is_paired_down_in_one_sentence_with_its_cause() -> None:
    params = {"player": "a", "points": 2, "opponent_points": 1}
    told = [
        reason_text({"code": "paired_down", "params": {**params, "because": cause}}, NAMES) for cause in PAIRED_DOWN
    ]
    assert all(text.startswith("Ada (2 points) is paired down to 1 because ") and text.endswith(".") for text in told)
    assert len(set(told)) == len(PAIRED_DOWN)


def test_every_state_of_a_round_is_a_sentence() -> None:
    told = [state_text(Round(number=3, status=status)) for status in RoundStatus]
    assert all("ound 3" in text and text.endswith(".") for text in told)
    assert len(set(told)) == len(RoundStatus)
