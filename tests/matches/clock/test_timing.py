"""The clock as a function of events and now (section 7)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.clock.timing import ClockAct, ClockError, ClockProblem, ClockState, TimedAct, problem, read

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
CAP = 25 * 60


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def event(minutes: float, act: ClockAct, seconds: int = 0) -> TimedAct:
    return TimedAct(at=at(minutes), act=act, seconds=seconds)


ROUND_ACTS = [act for act in ClockAct if act is not ClockAct.EXTEND]
START = event(0, ClockAct.START)


def test_before_the_start_the_whole_cap_is_left():
    reading = read([], at(3), CAP)
    assert (reading.state, reading.left, reading.ends_at, reading.running) == (
        ClockState.NOT_STARTED,
        CAP,
        None,
        False,
    )


def test_a_running_clock_counts_down_to_its_end():
    reading = read([START], at(10), CAP)
    assert (reading.state, reading.left, reading.ends_at) == (ClockState.RUNNING, 15 * 60, at(25))


def test_zero_is_time_called_and_the_count_goes_below():
    assert read([START], at(25), CAP).state is ClockState.TIME_CALLED
    late = read([START], at(27), CAP)
    assert (late.state, late.left, late.ends_at, late.running) == (ClockState.TIME_CALLED, -120, at(25), True)


def test_one_microsecond_before_zero_still_runs():
    reading = read([START], at(25) - timedelta(microseconds=1), CAP)
    assert (reading.state, reading.left) == (ClockState.RUNNING, 0.000001)


def test_a_pause_stands_still_and_the_end_moves():
    events = [START, event(5, ClockAct.PAUSE)]
    paused = read(events, at(9), CAP)
    assert (paused.state, paused.left, paused.ends_at) == (ClockState.PAUSED, 20 * 60, None)
    resumed = read([*events, event(9, ClockAct.RESUME)], at(10), CAP)
    assert (resumed.state, resumed.left, resumed.ends_at) == (ClockState.RUNNING, 19 * 60, at(29))


def test_time_added_after_zero_lets_the_clock_run_again():
    reading = read([START, event(26, ClockAct.ADD, 300)], at(26), CAP)
    assert (reading.state, reading.left, reading.ends_at, reading.allowed) == (
        ClockState.RUNNING,
        240,
        at(30),
        CAP + 300,
    )


def test_time_can_be_added_before_the_start_and_taken_away():
    events = [event(-2, ClockAct.ADD, 600), START, event(5, ClockAct.ADD, -60)]
    assert read(events, at(5), CAP).left == CAP + 540 - 300


def test_an_extension_belongs_to_one_match():
    assert read([START], at(26), CAP, extension=180).state is ClockState.RUNNING
    assert read([START], at(26), CAP, extension=180).left == 120
    assert read([START], at(26), CAP).state is ClockState.TIME_CALLED


def test_time_called_by_hand_leaves_a_match_its_extension():
    events = [START, event(12, ClockAct.CALL)]
    assert (read(events, at(12), CAP).left, read(events, at(12), CAP).state) == (0, ClockState.TIME_CALLED)
    assert read(events, at(13), CAP, extension=180).left == 120


def test_a_start_set_ahead_and_a_look_back():
    assert read([event(30, ClockAct.START)], at(29), CAP).state is ClockState.NOT_STARTED
    events = [START, event(5, ClockAct.PAUSE), event(9, ClockAct.RESUME)]
    assert read(events, at(4), CAP).left == 21 * 60
    assert read(events, at(7), CAP).state is ClockState.PAUSED


@pytest.mark.parametrize(
    ("events", "new", "expected"),
    [
        ([], event(0, ClockAct.PAUSE), ClockProblem.NOT_STARTED),
        ([], event(0, ClockAct.RESUME), ClockProblem.NOT_STARTED),
        ([], event(0, ClockAct.CALL), ClockProblem.NOT_STARTED),
        ([START], event(1, ClockAct.START), ClockProblem.ALREADY_STARTED),
        ([START], event(1, ClockAct.RESUME), ClockProblem.NOT_PAUSED),
        ([START, event(1, ClockAct.PAUSE)], event(2, ClockAct.PAUSE), ClockProblem.ALREADY_PAUSED),
        ([START, event(5, ClockAct.PAUSE)], event(4, ClockAct.RESUME), ClockProblem.BEFORE_LAST_EVENT),
        ([START], event(1, ClockAct.ADD, 0), ClockProblem.NOTHING_ADDED),
        ([START], event(25, ClockAct.CALL), ClockProblem.NOTHING_LEFT),
        ([START], event(24, ClockAct.CALL), None),
        ([], event(0, ClockAct.ADD, 60), None),
        ([START, event(1, ClockAct.PAUSE)], event(1, ClockAct.RESUME), None),
    ],
)
def test_what_can_follow(events: list[TimedAct], new: TimedAct, expected: ClockProblem | None):
    assert problem(events, new, CAP) is expected
    if expected is None:
        read([*events, new], new.at, CAP)
    else:
        with pytest.raises(ClockError) as error:
            read([*events, new], at(90), CAP)
        assert error.value.problem is expected
        assert error.value.event == new


@given(
    steps=st.lists(
        st.tuples(st.integers(0, 600), st.sampled_from(ROUND_ACTS), st.integers(-300, 300)), min_size=1, max_size=25
    ),
    extension=st.integers(0, 900),
    ahead=st.integers(0, 4000),
)
def test_left_is_what_was_allowed_less_the_seconds_it_ran(
    steps: list[tuple[int, ClockAct, int]], extension: int, ahead: int
):
    """Against a clock that ticks second by second over the same acts."""
    events: list[TimedAct] = []
    second, allowed, used, ticking = 0, CAP, 0, False
    for wait, act, seconds in steps:
        used += wait if ticking else 0
        second += wait
        new = TimedAct(at=NOON + timedelta(seconds=second), act=act, seconds=seconds)
        if problem(events, new, CAP) is not None:
            continue
        events.append(new)
        allowed = used if act is ClockAct.CALL else allowed + (seconds if act is ClockAct.ADD else 0)
        ticking = act in (ClockAct.START, ClockAct.RESUME) or (ticking and act is not ClockAct.PAUSE)
    used += ahead if ticking else 0
    reading = read(events, NOON + timedelta(seconds=second + ahead), CAP, extension)
    assert reading.left == allowed + extension - used
    assert reading.running == ticking
    if reading.ends_at is not None:
        assert read(events, max(reading.ends_at, NOON + timedelta(seconds=second)), CAP, extension).left <= 0


def test_an_extension_is_no_event_of_the_rounds_clock():
    with pytest.raises(ValueError, match="belongs to one match"):
        read([START, event(5, ClockAct.EXTEND)], at(10), CAP)
