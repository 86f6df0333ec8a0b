"""Strengths from results: against the exact posterior of three players, and what they do to a forecast."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from matches.forecast.simulation import forecast
from matches.forecast.stage import Stage
from matches.forecast.strength import strengths_of
from matches.history import RoundPlayed
from matches.standings import StandingsSettings
from matches.tables.outcome import BOTH_DREW, FIRST_WON
from tests.forms import in_form
from tests.matches.forecast.known_strengths import nearer, scores, together
from tests.matches.forecast.test_simulation import stage_of
from tests.matches.lines import line_of

THREE = ("ada", "bo", "cy")
RESULTS = [
    RoundPlayed(1, (line_of(("ada", "bo"), FIRST_WON),)),
    RoundPlayed(2, (line_of(("ada", "cy"), FIRST_WON),)),
    RoundPlayed(3, (line_of(("bo", "cy"), BOTH_DREW),)),
]


def exact(spread: float) -> tuple[np.ndarray, np.ndarray]:
    """Means and standard deviations of the three by summing over a fine grid."""
    axis = np.linspace(-5 * spread, 5 * spread, 61)
    grid = np.stack(np.meshgrid(axis, axis, axis, indexing="ij"))
    ada, bo, cy = grid
    weight = np.exp(-(grid**2).sum(axis=0) / (2 * spread**2))
    weight /= (1 + np.exp(bo - ada)) * (1 + np.exp(cy - ada))
    weight *= np.exp((bo - cy) / 2) / (1 + np.exp(bo - cy))
    weight /= weight.sum()
    means = (grid * weight).sum(axis=(1, 2, 3))
    return means, np.sqrt((grid**2 * weight).sum(axis=(1, 2, 3)) - means**2)


@pytest.mark.parametrize("spread", [0.5, 1.0, 2.5])
def test_strengths_are_drawn_from_their_posterior(spread: float) -> None:
    drawn = strengths_of(THREE, RESULTS, spread).draw(200_000, np.random.default_rng(1))
    means, deviations = exact(spread)
    assert drawn.mean(axis=0) == pytest.approx(means, abs=0.06 * spread)
    assert drawn.std(axis=0) == pytest.approx(deviations, rel=0.05)


def test_without_results_nothing_is_known() -> None:
    drawn = strengths_of(THREE, [], 0.7).draw(100_000, np.random.default_rng(2))
    assert drawn.mean(axis=0) == pytest.approx(0, abs=0.02)
    assert np.cov(drawn.T) == pytest.approx(0.49 * np.eye(3), abs=0.02)


def test_with_a_spread_the_leaders_are_given_more() -> None:
    stage = stage_of("melee-09", 3)
    alike, apart = (
        {row.player: row.chance for row in forecast(replace(stage, spread=spread), seed=1, runs=2_000)}
        for spread in (0.0, 1.0)
    )
    assert sum(apart.values()) == pytest.approx(sum(alike.values()), abs=0.1)
    leaders = sorted(alike, key=lambda player: -alike[player])[:16]
    assert sum(apart[player] for player in leaders) > sum(alike[player] for player in leaders) + 0.05


def test_what_is_not_known_of_strengths_counts() -> None:
    """Dee has lost both matches, Ada has won hers, and they meet last: the chance is the mean over all strengths that
    the results allow. Those that are most likely would give Dee half of it, or less.
    """
    spread, players = 3.0, ("ada", "bo", "cy", "dee")
    results = (("ada", "bo"), ("cy", "dee")), (("ada", "cy"), ("bo", "dee"))
    rounds = tuple(
        RoundPlayed(at, tuple(line_of(pair, FIRST_WON) for pair in pairs)) for at, pairs in enumerate(results, 1)
    )
    order, runs = StandingsSettings(order=("lot",), lot_seed=1), in_form(gate=5_000, long=20_000)
    stage = Stage(players, frozenset(players), rounds, 1, 3, order, spread=spread)
    chance = next(row.chance for row in forecast(stage, seed=1, runs=runs) if row.player == "dee")
    strengths = dict(zip(players, np.random.default_rng(1).normal(0, spread, (4, 200_000)), strict=True))

    def beats(one: str, other: str) -> np.ndarray:
        return 1 / (1 + np.exp(strengths[other] - strengths[one]))

    weight = np.prod([beats(*pair) for pairs in results for pair in pairs], axis=0)
    wins = (weight * beats("dee", "ada")).sum() / weight.sum()
    # A win makes Dee level with the loser of the other match, unless that is drawn, and lots decide.
    no_draw = 1 - 0.025 * 100 / 104
    assert chance == pytest.approx(wins * no_draw**2 / 2, rel=0.2)


def test_chances_that_count_strength_hold_and_are_better() -> None:
    """In each tenth within 2.5 standard errors, clustered by event (docs/measurements/spread.md)."""
    spread = 2.5
    found = scores(spread, range(in_form(gate=20, long=200)), (0.0, spread))
    counted, alike = (together(found, one) for one in (spread, 0.0))
    assert counted.off() < 2.5
    difference, error = nearer(counted, alike)
    assert difference < -2 * error
    assert counted.log_loss < alike.log_loss
