"""What a judge does at a time: the rota, and what the judge stated since."""

from __future__ import annotations

from datetime import datetime, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.duty import Duty, ShiftPlan, Stated, current_shift, duty_at, next_shift

BREAK = ShiftPlan(key=1, duty=Duty.BREAK, starts=time(14, 30), ends=time(15, 0))
CHECKS = ShiftPlan(key=2, duty=Duty.DECK_CHECKS, starts=time(16, 0), ends=time(16, 20))
DAY = [BREAK, CHECKS]


def at(hour: int, minute: int = 0, day: int = 21) -> datetime:
    return datetime(2026, 11, day, hour, minute)  # noqa: DTZ001 - the hall's own time


@pytest.mark.parametrize(
    ("now", "duty"),
    [
        (at(14, 29), Duty.ON),
        (at(14, 30), Duty.BREAK),
        (at(14, 59), Duty.BREAK),
        (at(15, 0), Duty.ON),
        (at(16, 10), Duty.DECK_CHECKS),
    ],
)
def test_the_rota_says_what_a_judge_does(now: datetime, duty: Duty) -> None:
    assert duty_at(DAY, None, now) is duty


def test_a_statement_holds_until_the_rota_next_speaks() -> None:
    early = Stated(Duty.BREAK, at(14, 20))
    assert duty_at(DAY, early, at(14, 25)) is Duty.BREAK
    assert duty_at(DAY, early, at(15, 0)) is Duty.ON
    back = Stated(Duty.ON, at(14, 50))
    assert duty_at(DAY, back, at(14, 55)) is Duty.ON
    assert duty_at(DAY, back, at(16, 5)) is Duty.DECK_CHECKS
    assert duty_at(DAY, early, at(14, 10)) is Duty.ON


def test_a_break_without_an_entry_lasts_until_the_judge_is_back_and_not_into_the_next_day() -> None:
    stated = Stated(Duty.BREAK, at(18, 0))
    assert duty_at([], stated, at(20, 0)) is Duty.BREAK
    assert duty_at([], stated, at(0, 5, day=22)) is Duty.ON


def test_what_comes_next() -> None:
    assert next_shift(DAY, at(14, 0)) == BREAK
    assert next_shift(DAY, at(14, 30)) == CHECKS
    assert next_shift(DAY, at(17, 0)) is None
    assert current_shift(DAY, at(14, 45)) == BREAK
    assert current_shift(DAY, at(15, 0)) is None


TIMES = st.times()


@st.composite
def rotas(draw: st.DrawFn) -> list[ShiftPlan]:
    spans = draw(st.lists(st.tuples(TIMES, TIMES).filter(lambda span: span[0] < span[1]), max_size=5))
    return [
        ShiftPlan(key=key, duty=draw(st.sampled_from(Duty)), starts=starts, ends=ends)
        for key, (starts, ends) in enumerate(spans)
    ]


@given(rotas(), TIMES)
def test_the_next_entry_has_not_begun_and_the_current_one_has(shifts: list[ShiftPlan], now: time) -> None:
    moment = datetime.combine(at(0).date(), now)
    coming, running = next_shift(shifts, moment), current_shift(shifts, moment)
    assert coming is None or coming.starts > now
    assert running is None or running.starts <= now < running.ends


@given(rotas(), st.sampled_from(Duty), TIMES, TIMES)
def test_a_statement_is_never_older_than_the_last_word_of_the_rota(
    shifts: list[ShiftPlan], duty: Duty, since: time, now: time
) -> None:
    moment = datetime.combine(at(0).date(), now)
    stated = Stated(duty, datetime.combine(at(0).date(), since))
    words = [word for shift in shifts for word in (shift.starts, shift.ends) if since < word <= now]
    found = duty_at(shifts, stated, moment)
    assert found is (duty if since <= now and not words else duty_at(shifts, None, moment))
