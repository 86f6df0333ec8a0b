"""Ranks the players of all simulated remainders by points and the tie-breaks. Pure.

Shares are floats, rounded so far that equal fractions are equal; what is still level goes by lot.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from matches.forecast.field import Field, Whole
from matches.standings.settings import StandingsSettings
from matches.standings.tie_break import Tables
from matches.standings.tie_breaks import REGISTRY

DIGITS = 10
Column = NDArray[np.float64]


def ranks_of(field: Field, settings: StandingsSettings, rng: np.random.Generator) -> Whole:
    """Return the ranks from 1, of the shape (remainders, players). Ranks are never shared."""
    keys: list[NDArray[np.float64]] = [rng.random(field.points.shape)]
    shares = _Shares(field, settings)
    ranked_by = [key for key in settings.order if Tables.TWO in REGISTRY[key].forecast]
    keys += [-np.round(COLUMNS[key](shares), DIGITS) for key in reversed(ranked_by)]
    keys.append(-field.points.astype(np.float64))
    order = np.lexsort(keys, axis=1)
    ranks = np.empty(field.points.shape, dtype=np.int32)
    np.put_along_axis(ranks, order, np.arange(1, field.players + 1, dtype=np.int32)[None, :], axis=1)
    return ranks


class _Shares:
    """The shares of all players, and the means over their opponents."""

    def __init__(self, field: Field, settings: StandingsSettings) -> None:
        self.field = field
        self.settings = settings
        self.opponents = field.opponents_so_far()
        self.met = (self.opponents < field.players).sum(axis=2)

    def match(self) -> Column:
        """The match shares, floored; a player without a match has the floor."""
        whole = self.settings.scoring.win * self.field.matches
        return _floored(self.field.share_points, whole, float(self.settings.match_floor))

    def round(self) -> Column:
        """The round shares, floored."""
        return _floored(self.field.round_points, self.field.round_whole, float(self.settings.round_floor))

    def own_rounds(self) -> Column:
        """The own round shares, floored if the settings say so."""
        floor = float(self.settings.round_floor) if self.settings.own_share_floored else 0.0
        return _floored(self.field.round_points, self.field.round_whole, floor)

    def sum_over_opponents(self, values: Column) -> Column:
        """The sum of a value over the opponents met."""
        padded = np.concatenate([values, np.zeros((values.shape[0], 1))], axis=1)
        total = np.zeros_like(values)
        rows = np.arange(values.shape[0])[:, None]
        for column in range(self.opponents.shape[2]):
            total += padded[rows, self.opponents[:, :, column]]
        return total

    def mean_over_opponents(self, values: Column, floor: float) -> Column:
        """The mean of a value over the opponents met; ``floor`` without one."""
        total = self.sum_over_opponents(values)
        return np.where(self.met > 0, total / np.maximum(self.met, 1), floor)


def _floored(part: Whole, whole: Whole, floor: float) -> Column:
    share = np.divide(part, whole, out=np.zeros(part.shape, dtype=np.float64), where=whole > 0)
    return np.maximum(share, floor)


def _omw(shares: _Shares) -> Column:
    return shares.mean_over_opponents(shares.match(), float(shares.settings.match_floor))


def _orw(shares: _Shares) -> Column:
    return shares.mean_over_opponents(shares.round(), float(shares.settings.round_floor))


def _buchholz(shares: _Shares) -> Column:
    return shares.sum_over_opponents(shares.field.points.astype(np.float64))


def _sonneborn_berger(shares: _Shares) -> Column:
    points = shares.field.points.astype(np.float64)
    padded = np.concatenate([points, np.zeros((points.shape[0], 1))], axis=1)
    rows = np.arange(points.shape[0])[:, None]
    total = np.zeros_like(points)
    for column in range(shares.opponents.shape[2]):
        total += padded[rows, shares.opponents[:, :, column]] * shares.field.gained[:, :, column]
    return total


COLUMNS: dict[str, Callable[[_Shares], Column]] = {
    "omw": _omw,
    "rw": lambda shares: shares.own_rounds(),
    "orw": _orw,
    "buchholz": _buchholz,
    "sonneborn_berger": _sonneborn_berger,
    "wins": lambda shares: shares.field.wins.astype(np.float64),
}
"""The tie-breaks that remainders are ranked by, as they declare it; all others count as a lot."""
