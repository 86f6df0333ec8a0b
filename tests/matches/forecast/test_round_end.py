"""When a round will probably end: tried on simulated rounds, and at its edges."""

from __future__ import annotations

import random
from math import log

import pytest

from matches.forecast.round_end import MEDIAN, OpenTable, Pace, round_end
from tests.forms import in_form

CAP = 1_500.0


class Hall:
    """An event with a pace of its own: how long matches take, and how long reports after the cap."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.middle = log(MEDIAN * CAP) + rng.gauss(0, 0.35)
        self.spread = rng.choice([0.3, 0.4, 0.5, 0.65])
        self.overtime = rng.choice([60.0, 100.0, 150.0, 220.0, 330.0])

    def took(self) -> float:
        """Seconds from the start of the round to the report of one match."""
        played = self.rng.lognormvariate(self.middle, self.spread)
        return played if played < CAP else CAP + self.rng.expovariate(1 / self.overtime)

    def pace(self, matches: int) -> Pace:
        taken = [self.took() for _ in range(matches)]
        late = [seconds for seconds in taken if seconds > CAP]
        return Pace(
            played=tuple(seconds for seconds in taken if seconds <= CAP),
            capped=(CAP,) * len(late),
            overtimes=tuple(seconds - CAP for seconds in late),
        )


def held(rounds: int, tables: int, at: float, before: int, seed: int) -> float:
    """In how many of the rounds the time that is said to hold four of five times did."""
    rng = random.Random(seed)
    found = tried = 0
    while tried < rounds:
        hall = Hall(rng)
        taken = [hall.took() for _ in range(tables)]
        still_open = [seconds for seconds in taken if seconds > at]
        if not still_open:
            continue
        done = tuple(seconds for seconds in taken if seconds <= min(at, CAP))
        late = [seconds for seconds in taken if CAP < seconds <= at]
        pace = hall.pace(before)
        known = Pace(
            played=pace.played + done,
            capped=pace.capped + (CAP,) * len(late),
            overtimes=pace.overtimes + tuple(seconds - CAP for seconds in late),
        )
        told = round_end([OpenTable(at, CAP)] * len(still_open), known, CAP)
        assert told is not None
        tried += 1
        found += max(still_open) - at <= told.likely
    return found / tried


@pytest.mark.parametrize(
    ("tables", "at", "before"), [(40, 900.0, 80), (12, 900.0, 24), (12, 1_560.0, 36), (4, 600.0, 0)]
)
def test_the_time_said_to_hold_four_of_five_times_does(tables, at, before):
    share = held(in_form(gate=150, long=1_000), tables, at, before, seed=1)
    room = in_form(gate=0.09, long=0.04)
    assert 0.8 - room <= share <= 0.8 + room


def test_nothing_open_has_no_end():
    assert round_end([], Pace(), CAP) is None


def test_half_of_the_rounds_end_before_four_of_five_do():
    told = round_end([OpenTable(600, CAP)] * 10, Pace(), CAP)
    assert told is not None
    assert 0 < told.about < told.likely


def test_an_extension_holds_the_round_up():
    plain = [OpenTable(1_400, CAP)] * 5
    longer = [*plain[1:], OpenTable(1_400, CAP + 600)]
    slow = Pace(capped=(CAP,) * 40, overtimes=(60.0,) * 40)
    ends = [round_end(tables, slow, CAP) for tables in (plain, longer)]
    assert ends[0] is not None
    assert ends[1] is not None
    assert ends[1].likely > ends[0].likely + 400


def test_quick_reports_after_the_cap_bring_the_end_nearer():
    tables = [OpenTable(CAP, CAP)] * 20
    quick = round_end(tables, Pace(capped=(CAP,) * 60, overtimes=(40.0,) * 60), CAP)
    slow = round_end(tables, Pace(capped=(CAP,) * 60, overtimes=(400.0,) * 60), CAP)
    assert quick is not None
    assert slow is not None
    assert slow.about > 3 * quick.about


def test_a_large_hall_costs_no_more_than_a_small_one():
    """Tables at the same time with the same cap are counted once."""
    told = round_end([OpenTable(700, CAP)] * 5_000, Pace(played=(800.0, 900.0) * 5_000), CAP)
    assert told is not None
    assert told.likely > CAP - 700
