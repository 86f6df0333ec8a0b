"""The results of players who play alone as text."""

from __future__ import annotations

import pytest

from matches.results.labels.results import how_decided, own_result, score_text
from matches.tables.outcome import Part
from matches.tables.score import Solo
from tests.matches.score_attack import attack_event

pytestmark = pytest.mark.django_db


def test_an_absence_is_said_once() -> None:
    event, absent = attack_event(1), Solo(0, Part.ABSENT, "no_show")
    assert (score_text(absent, event), own_result(absent, event, 0), how_decided(absent, event)) == (
        "absent",
        ("Absent", ""),
        "",
    )


def test_time_is_said_beside_the_score() -> None:
    event, score = attack_event(1), Solo(216, decided_by="time")
    assert (score_text(score, event), how_decided(score, event)) == ("216", "time")
