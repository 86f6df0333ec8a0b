"""The pace of an event from its own matches: found again where it is known, with the cap's censoring."""

from __future__ import annotations

import random

import pytest

from matches.planner.observed import FEWEST, Observed, corrected, fitted, still_playing
from rules_engine.planning.matches import Pace


def lengths(count: int, factor: float = 1.0, seed: int = 1) -> list[float]:
    chance = random.Random(seed)
    return [factor * 1_600 * chance.lognormvariate(0, 0.28) for _ in range(count)]


def slowness(took: list[float], seen: Observed) -> float | None:
    fit = fitted(took, seen)
    return fit.factor if fit else None


@pytest.mark.parametrize("factor", [0.6, 1.0, 1.4])
def test_the_factor_is_found_again_although_most_matches_reach_the_cap(factor: float) -> None:
    cap = 1_500.0
    took = lengths(400, factor, seed=2)
    seen = Observed(tuple(one for one in took if one < cap), tuple(cap for one in took if one >= cap))
    assert slowness(lengths(2_000), seen) == pytest.approx(factor, rel=0.06)


def test_matches_still_open_make_the_event_slower_not_faster() -> None:
    played = tuple(lengths(20, 0.7, seed=3))
    alone = slowness(lengths(2_000), Observed(played))
    beside = slowness(lengths(2_000), Observed(played, (1_900.0,) * 10))
    assert alone
    assert beside
    assert beside > alone


def test_too_few_matches_say_nothing() -> None:
    assert slowness(lengths(100), Observed(tuple(lengths(FEWEST - 1)))) is None
    assert slowness(lengths(100), Observed(tuple(lengths(FEWEST - 1)), (900.0,))) is not None


def test_a_corrected_pace_takes_longer_in_everything_and_reports_as_the_event_does() -> None:
    few = corrected(Pace(), 1.5, Observed(reports=(30.0,) * (FEWEST - 1)))
    assert (few.draw, few.act, few.shuffle, few.spread, few.report) == (3.0, 4.5, 45.0, 0.25, 60.0)
    assert corrected(Pace(), 1.5, Observed(reports=(30.0,) * FEWEST)).report == 30.0


def test_the_share_still_playing_is_that_of_kaplan_and_meier() -> None:
    """Of 5 matches one ends after 10 s; one was last seen playing at 15 s; one of the other 3 ends after 20 s."""
    curve = still_playing(Observed((10.0, 20.0), (15.0, 30.0, 30.0)))
    assert [seconds for seconds, _share in curve] == [10.0, 20.0]
    assert [share for _seconds, share in curve] == pytest.approx([0.8, 0.8 * 2 / 3])
    assert still_playing(Observed((10.0,), (10.0,))) == [(10.0, 0.5)]


def test_the_curve_finds_the_lengths_again_below_the_cap() -> None:
    took = lengths(2_000, seed=4)
    seen = Observed(tuple(one for one in took if one < 1_500), tuple(1_500.0 for one in took if one >= 1_500))
    fit = fitted(lengths(2_000), seen)
    assert fit
    for seconds, share in still_playing(seen)[::100]:
        assert share == pytest.approx(sum(one > seconds for one in took) / len(took))
        assert fit.longer(seconds) == pytest.approx(share, abs=0.05)
