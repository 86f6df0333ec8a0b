"""Codes of players, and the time in which players check themselves in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.check_in import Holder, Window, code_of, is_genuine, own_check_in, read_code

SECRET = b"of this site"
BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2026, 12, 4, 18, 30, tzinfo=UTC)


@given(holder=st.sampled_from(Holder), number=st.integers(1, 999_999_999))
def test_a_code_is_read_back_and_is_of_digits_alone(holder: Holder, number: int) -> None:
    code = code_of(SECRET, holder, number)
    assert code.isdecimal()
    spaced = f" {code[:3]} {code[3:6]}-{code[6:]}\n"
    read = read_code(spaced)
    assert read is not None
    assert (read.holder, read.number, is_genuine(SECRET, read)) == (holder, number, True)


@given(st.text(max_size=40))
def test_any_text_is_a_code_or_none(text: str) -> None:
    read = read_code(text)
    assert read is None or not is_genuine(SECRET, read)


def test_a_code_of_another_number_or_site_is_no_code() -> None:
    code = code_of(SECRET, Holder.ENTRY, 12)
    other = read_code(f"{code[:6]}{Holder.ENTRY.value}13")
    assert other is not None
    assert not is_genuine(SECRET, other)
    read = read_code(code)
    assert read is not None
    assert not is_genuine(b"another site", read)


@pytest.mark.parametrize(("minutes", "window"), [(61, "early"), (60, "open"), (11, "open"), (10, "late"), (-5, "late")])
def test_players_check_themselves_in_between_two_times(minutes: int, window: str) -> None:
    times = own_check_in(START, opens=60, closes=10)
    assert times.at(START - timedelta(minutes=minutes)) is Window(window)


def test_without_a_start_there_is_no_such_time() -> None:
    assert own_check_in(None, 60, 10).at(START) is Window.UNKNOWN


@pytest.mark.parametrize(
    ("minutes", "left"), [(61, 60), (60, 50 * 60), (11, 60), (10, None), (-5, None), (26 * 60, None)]
)
def test_a_page_knows_when_the_time_begins_and_ends(minutes: int, left: int | None) -> None:
    times = own_check_in(START, opens=60, closes=10)
    assert times.seconds_to_change(START - timedelta(minutes=minutes)) == left


@pytest.mark.parametrize(
    ("start", "opens"),
    [
        (datetime(2026, 3, 29, 3, 15, tzinfo=BERLIN), "2026-03-29T00:15+00:00"),  # the clock is put forward from 2 to 3
        (datetime(2026, 10, 25, 3, 15, tzinfo=BERLIN), "2026-10-25T01:15+00:00"),  # and back from 3 to 2
    ],
)
def test_an_hour_before_the_start_is_an_hour_that_passes(start: datetime, opens: str) -> None:
    times = own_check_in(start, opens=60, closes=10)
    assert times.opens is not None
    assert (times.opens.astimezone(UTC), times.opens.tzinfo) == (datetime.fromisoformat(opens), BERLIN)
