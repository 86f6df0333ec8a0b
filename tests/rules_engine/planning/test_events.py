"""Lengths of rounds and events: exact where every match takes as long, and against plain simulation."""

from __future__ import annotations

import random

import pytest

from rules_engine.planning.events import Schedule, event_length, schedule_of


def test_a_schedule_has_the_swiss_rounds_and_then_the_cut() -> None:
    assert schedule_of(players=33, rounds=3, cut=8, between=5).tables == (16, 16, 16, 4, 2, 1)
    assert schedule_of(players=9, rounds=2, cut=6, between=5).tables == (4, 4, 2, 2, 1)
    assert schedule_of(players=4, rounds=1, cut=1024, between=5).tables == (2, 2, 1)
    assert schedule_of(players=2, rounds=1, cut=0, between=5).tables == (1,)


def test_matches_that_all_take_as_long_make_an_event_of_their_sum() -> None:
    length = event_length([600.0] * 50, Schedule(tables=(4, 4, 2), between=5))
    assert length.round == (10.0, 10.0, 10.0)
    assert length.event == (40.0, 40.0, 40.0)


def test_the_matches_of_the_cut_are_those_that_are_played_until_one_has_won() -> None:
    """Two Swiss rounds of ten minutes and three rounds of the cut of fifteen."""
    schedule = schedule_of(players=16, rounds=2, cut=8, between=5)
    assert schedule.cut_rounds == 3
    length = event_length([600.0] * 50, schedule, in_cut=[900.0] * 50)
    assert length.event == pytest.approx((85.0, 85.0, 85.0))
    assert length.round == (10.0, 10.0, 10.0)
    assert event_length([600.0] * 50, schedule).event == pytest.approx((70.0, 70.0, 70.0))


def test_a_round_is_as_long_as_its_last_table() -> None:
    chance = random.Random(5)
    seconds = sorted(chance.uniform(600, 1800) for _ in range(2_000))
    length = event_length(seconds, Schedule(tables=(20, 20, 20), between=0))
    rounds = sorted(max(chance.choices(seconds, k=20)) for _ in range(4_000))
    events = sorted(sum(max(chance.choices(seconds, k=20)) for _ in range(3)) for _ in range(4_000))
    for place, share in enumerate((0.5, 0.8, 0.95)):
        assert length.round[place] == pytest.approx(rounds[int(share * 4_000)] / 60, abs=0.25)
        assert length.event[place] == pytest.approx(events[int(share * 4_000)] / 60, abs=0.5)


def test_more_tables_take_longer_and_a_break_counts_between_rounds_only() -> None:
    seconds = [float(second) for second in range(600, 1800)]
    few, many = (event_length(seconds, Schedule(tables=(tables,), between=30)) for tables in (4, 400))
    assert all(one < other for one, other in zip(few.round, many.round, strict=True))
    assert max(many.event) <= 30
