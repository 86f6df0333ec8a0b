"""Strengths from results: against the exact posterior of three players, and what they do to a forecast."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from matches.forecast.simulation import forecast
from matches.forecast.strength import strengths_of
from matches.history import BOTH_DREW, FIRST_WON, Played, RoundPlayed
from tests.matches.forecast.test_simulation import stage_of

THREE = ("ada", "bo", "cy")
RESULTS = [
    RoundPlayed(1, (Played(("ada", "bo"), FIRST_WON),)),
    RoundPlayed(2, (Played(("ada", "cy"), FIRST_WON),)),
    RoundPlayed(3, (Played(("bo", "cy"), BOTH_DREW),)),
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


@pytest.mark.parametrize("spread", [0.5, 1.0])
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
