"""Pairs a round in all simulated remainders at once: score groups by chance, first not met, repaired. Pure.

The order is by points and, within a score group, by lot (or by rank, for a power-paired round). Neighbours play. Where
two have met, one of them is exchanged with a player of a pair near by; what cannot be mended in ``REACH`` pairs stays.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from matches.forecast.field import Field, Whole

REACH = 6
"""How many pairs away an exchange is looked for."""

Seats = NDArray[np.int64]


class Pairs:
    """The pairs of a round: ``first[s, i]`` plays ``second[s, i]`` in remainder s where ``there[s, i]`` is true.

    ``bye[s]`` is the player with a bye; the number of players where there is none.
    """

    __slots__ = ("bye", "first", "second", "there")

    def __init__(self, first: Seats, second: Seats, there: NDArray[np.bool_], bye: Seats) -> None:
        self.first = first
        self.second = second
        self.there = there
        self.bye = bye


def pair_round(field: Field, rng: np.random.Generator, ranks: Whole | None = None) -> Pairs:
    """Pair everyone still playing: by points and lot, or with ``ranks`` down the standings."""
    runs, players = field.points.shape
    if ranks is None:
        key = field.points.astype(np.float32) + rng.random((runs, players), dtype=np.float32)
    else:
        key = (players - ranks).astype(np.float32)
    low = np.float32(-2.0)
    key = np.where(field.playing, key, low)
    seated = field.playing.sum(axis=1)
    bye = _byes(field, key, seated)
    rows = np.flatnonzero(bye < players)
    key[rows, bye[rows]] = low
    order = np.argsort(-key, axis=1)
    most = int(seated.max(initial=0)) // 2
    order = order[:, : 2 * most]
    there = np.arange(most) < (seated // 2)[:, None]
    pairs = Pairs(order[:, 0::2].copy(), order[:, 1::2].copy(), there, bye)
    _repair(field, pairs)
    return pairs


def _byes(field: Field, key: NDArray[np.float32], seated: NDArray[np.int64]) -> Seats:
    """Who gets the bye where the number is odd: the lowest without one so far, else the lowest."""
    fresh = field.playing & ~field.had_bye
    can = np.where(fresh.any(axis=1, keepdims=True), fresh, field.playing)
    lowest = np.where(can, key, np.float32(np.inf)).argmin(axis=1)
    return np.where(seated % 2 == 1, lowest, field.players)


def _repair(field: Field, pairs: Pairs) -> None:
    """Exchange players between pairs near by until nobody meets an opponent again, as far as that goes."""
    steps = [step for distance in range(1, REACH + 1) for step in (distance, -distance)]
    rows, spots = np.nonzero(_met(field, pairs.first, pairs.second) & pairs.there)
    for step in steps:
        if not rows.size:
            return
        left = _exchange(field, pairs, rows, spots, step)
        rows, spots = rows[left], spots[left]


def _exchange(
    field: Field, pairs: Pairs, rows: NDArray[np.int64], spots: NDArray[np.int64], step: int
) -> NDArray[np.bool_]:
    """Try the exchange with the pair ``step`` away; return which of the pairs still have met."""
    other = spots + step
    width = pairs.first.shape[1]
    inside = (other >= 0) & (other < width)
    inside[inside] = pairs.there[rows[inside], other[inside]]
    inside &= _alone(rows, spots, other, pairs.first.shape)
    at = np.flatnonzero(inside)
    row, spot, near = rows[at], spots[at], other[at]
    a, b = pairs.first[row, spot], pairs.second[row, spot]
    c, d = pairs.first[row, near], pairs.second[row, near]
    crossed = ~(_met_at(field, row, a, d) | _met_at(field, row, c, b))
    level = ~crossed & ~(_met_at(field, row, a, c) | _met_at(field, row, b, d))
    pairs.second[row[crossed], spot[crossed]] = d[crossed]
    pairs.second[row[crossed], near[crossed]] = b[crossed]
    pairs.second[row[level], spot[level]] = c[level]
    pairs.first[row[level], near[level]] = b[level]
    left = np.ones(rows.shape, dtype=np.bool_)
    left[at[crossed | level]] = False
    return left


def _alone(
    rows: NDArray[np.int64], spots: NDArray[np.int64], other: NDArray[np.int64], shape: tuple[int, ...]
) -> NDArray[np.bool_]:
    """Which exchanges have both pairs for themselves: of those that share a pair, the last one is made."""
    width = shape[1] + 2 * REACH
    mine, near = rows * width + spots + REACH, rows * width + other + REACH
    claimed = np.full(shape[0] * width, -1, dtype=np.int64)
    number = np.arange(rows.size)
    claimed[mine] = number
    claimed[near] = number
    alone: NDArray[np.bool_] = (claimed[mine] == number) & (claimed[near] == number)
    return alone


def _met(field: Field, first: Seats, second: Seats) -> NDArray[np.bool_]:
    """Which pairs have met, in all remainders."""
    rows = np.arange(first.shape[0])[:, None]
    met: NDArray[np.bool_] = (field.opponents_so_far()[rows, first] == second[:, :, None]).any(axis=2)
    return met


def _met_at(field: Field, rows: NDArray[np.int64], first: Seats, second: Seats) -> NDArray[np.bool_]:
    """Which of single pairs have met, each in its own remainder."""
    met: NDArray[np.bool_] = (field.opponents_so_far()[rows, first] == second[:, None]).any(axis=1)
    return met
