"""How strong the players are, as far as their results tell: strengths to draw from, never one to rely on. Pure.

Strengths are normal on the logit scale, as far apart as the event says; the chance to win follows the difference of the
two. A drawn match counts as half a win of each. Given the results, the strengths are taken as normal, with all their
correlations (who beat a player that then won much is strong, too): as the normal distribution under which, on average,
nothing pulls them up or down. About the most likely strengths instead, the strong would be held for weaker than they
are, since those lie nearer together than the mean ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from matches.history import Kind, RoundPlayed
from matches.tables.outcome import Outcome

STEPS = 50
CLOSE_ENOUGH = 1e-6
POINTS = {Outcome.WON: 1.0, Outcome.DRAWN: 0.5, Outcome.LOST: 0.0}

Floats = NDArray[np.float64]
Index = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Strengths:
    """The posterior: the mean strengths, and a root of their covariance."""

    middle: Floats
    root: Floats

    def draw(self, runs: int, rng: np.random.Generator) -> Floats:
        """Strengths for so many remainders, of the shape (remainders, players)."""
        drawn: Floats = self.middle + rng.standard_normal((runs, len(self.middle))) @ self.root.T
        return drawn


def strengths_of(players: Sequence[str], rounds: Sequence[RoundPlayed], spread: float) -> Strengths:
    """What the results of the rounds say about the players; ``spread`` is above 0."""
    first, second, points = _results(players, rounds)
    count = len(players)
    at: Floats = np.zeros(count)
    covariance: Floats = np.eye(count) * spread**2
    for _step in range(STEPS):
        expected, weight = _expected(at, covariance, first, second)
        slope = -at / spread**2
        np.add.at(slope, first, points - expected)
        np.add.at(slope, second, expected - points)
        covariance = np.linalg.inv(_curvature(count, first, second, weight, spread)).astype(np.float64)
        step = covariance @ slope
        at += step
        if np.abs(step).max(initial=0.0) < CLOSE_ENOUGH:
            break
    root = np.linalg.cholesky((covariance + covariance.T) / 2).astype(np.float64)
    return Strengths(at, root)


def _expected(at: Floats, covariance: Floats, first: Index, second: Index) -> tuple[Floats, Floats]:
    """The mean chance of each first player to win, and its mean slope: the logistic curve averaged over a normal
    distribution is nearly a flatter one (MacKay 1992)."""
    apart = at[first] - at[second]
    variance = covariance[first, first] + covariance[second, second] - 2 * covariance[first, second]
    flatter = 1 / np.sqrt(1 + np.pi * variance / 8)
    expected = 1 / (1 + np.exp(-flatter * apart))
    return expected, flatter * expected * (1 - expected)


def _results(players: Sequence[str], rounds: Sequence[RoundPlayed]) -> tuple[Index, Index, Floats]:
    """Who met whom, and the points of the first: of matches that were played by two."""
    place = {player: index for index, player in enumerate(players)}
    rows = [
        (place[match.seats[0]], place[match.seats[1]], POINTS[match.outcomes[0]])
        for played in rounds
        for match in played.matches
        if match.kind is Kind.PLAYED
        and len(match.seats) == 2
        and {match.outcomes[0], match.outcomes[1]} <= set(POINTS)
        and place.keys() >= set(match.seats)
    ]
    first, second, points = (np.array(column) for column in zip(*rows, strict=True)) if rows else [np.zeros(0)] * 3
    return first.astype(np.int64), second.astype(np.int64), points.astype(np.float64)


def _curvature(count: int, first: Index, second: Index, weight: Floats, spread: float) -> Floats:
    """The precision of the strengths: that they are no further apart than usual, and what each result tells."""
    matrix: Floats = np.eye(count) / spread**2
    for rows, columns, sign in ((first, first, 1), (second, second, 1), (first, second, -1), (second, first, -1)):
        np.add.at(matrix, (rows, columns), sign * weight)
    return matrix
