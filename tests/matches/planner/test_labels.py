"""Durations of a plan as text."""

from __future__ import annotations

import pytest

from matches.planner.labels import minutes


@pytest.mark.parametrize(
    ("value", "text"), [(9.4, "9 min"), (60, "60 min"), (65, "1 h 05 min"), (86, "1 h 26 min"), (152, "2 h 32 min")]
)
def test_what_is_longer_than_an_hour_is_told_in_hours(value: float, text: str) -> None:
    assert minutes(value) == text
