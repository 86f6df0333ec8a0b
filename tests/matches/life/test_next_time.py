"""The next event like one that was: its day, its name, its times."""

from __future__ import annotations

from datetime import date

import pytest

from matches.life.next_time import next_day, next_name

FRIDAY, NEXT = date(2026, 11, 27), date(2026, 12, 4)


@pytest.mark.parametrize(
    ("day", "today", "wanted"),
    [
        (FRIDAY, FRIDAY, NEXT),  # on the day itself
        (FRIDAY, date(2026, 11, 20), NEXT),  # planned ahead
        (FRIDAY, date(2026, 12, 3), NEXT),
        (FRIDAY, NEXT, date(2026, 12, 11)),  # that Friday is today
        (date(2026, 1, 2), FRIDAY, NEXT),  # long ago
    ],
)
def test_the_day_is_the_same_day_of_the_week_after_today(day: date, today: date, wanted: date) -> None:
    assert next_day(day, today) == wanted
    assert wanted.weekday() == day.weekday()


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Friday Blitz #12", "Friday Blitz #13"),
        ("Friday Blitz 009", "Friday Blitz 010"),
        ("Friday Blitz 2026-11-27", "Friday Blitz 2026-12-04"),
        ("2026-11-27 Blitz", "2026-12-04 Blitz"),
        ("Friday Blitz", "Friday Blitz 2026-12-04"),
        ("Open 2026", "Open 2026 2026-12-04"),
        ("٣ الدوري", "٣ الدوري 2026-12-04"),
        ("x" * 120, "x" * 109 + " 2026-12-04"),
    ],
)
def test_the_name_goes_on(name: str, wanted: str) -> None:
    assert next_name(name, FRIDAY, NEXT, most=120) == wanted


def test_a_year_goes_on_with_the_year() -> None:
    assert next_name("Open 2026", FRIDAY, date(2027, 1, 1), most=120) == "Open 2027"
