"""Pairs a round in all simulated remainders at once: score groups by chance, first not met, repaired. Pure.

The order is by points and, within a score group, by lot (or by rank, for a power-paired round). Neighbours play. Where
two have met, one of them is exchanged with a player of a pair near by; if no exchange helps, the lot is drawn again.
In a small field an exchange may pair down where nobody has to be: there the event's own pairing has the last word.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from matches.forecast.exact_pairing import pair_exactly
from matches.forecast.field import Field, Flags, Whole

REACH = 6
"""How many pairs away an exchange is looked for."""

LOTS = 4
"""How often the lot is drawn again where a rematch is left."""
EXACT_UP_TO = 16
"""Up to so many players a round costs no more than it must."""
ABSENT = np.float32(-2.0)

Seats = NDArray[np.int64]
"""Indexes of players, of the shape (remainders, pairs)."""
Rows = NDArray[np.int64]


class Pairs:
    """The pairs of a round: ``first[s, i]`` plays ``second[s, i]`` in remainder s where ``there[s, i]`` is true.

    ``bye[s]`` is the index of the player with a bye, or the number of players if there is none.
    """

    __slots__ = ("bye", "first", "second", "there")

    def __init__(self, first: Seats, second: Seats, there: Flags, bye: Seats) -> None:
        self.first = first
        self.second = second
        self.there = there
        self.bye = bye


def pair_round(field: Field, rng: np.random.Generator, ranks: Whole | None = None) -> Pairs:
    """Pair everyone still playing: by points and lot, or with ``ranks`` down the standings."""
    seated = field.playing.sum(axis=1)
    key = _keys(field, rng) if ranks is None else (field.players - ranks).astype(np.float32)
    key = np.where(field.playing, key, ABSENT)
    bye = _byes(field, key, seated)
    rows = np.flatnonzero(bye < field.players)
    key[rows, bye[rows]] = ABSENT
    most = int(seated.max(initial=0)) // 2
    there = np.arange(most) < (seated // 2)[:, None]
    first, second = _neighbours(key, most)
    pairs = Pairs(first, second, there, bye)
    least = _squares(field, pairs)
    opponents = field.opponents_so_far()
    again = _repair(opponents, pairs)
    if ranks is None and field.players <= EXACT_UP_TO:
        again = np.union1d(again, np.flatnonzero(_squares(field, pairs) > least))
        _pair_again_exactly(field, pairs, again, rng)
        return pairs
    for _ in range(LOTS if ranks is None else 0):
        if not again.size:
            break
        again = _by_another_lot(field, pairs, again, rng)
    return pairs


def _squares(field: Field, pairs: Pairs) -> NDArray[np.int64]:
    """The squared differences of points of each remainder's pairs. Neighbours by points have the least that can be."""
    rows = np.arange(field.runs)[:, None]
    apart = np.where(pairs.there, field.points[rows, pairs.first] - field.points[rows, pairs.second], 0)
    squares: NDArray[np.int64] = (apart.astype(np.int64) ** 2).sum(axis=1)
    return squares


def _pair_again_exactly(field: Field, pairs: Pairs, rows: Rows, rng: np.random.Generator) -> None:
    """Pair the remainders ``rows`` as the event itself would."""
    for row, seed in zip(rows, rng.integers(2**53, size=rows.size), strict=True):
        seats, bye = pair_exactly(field, int(row), int(seed))
        pairs.first[row, : len(seats)] = [a for a, _b in seats]
        pairs.second[row, : len(seats)] = [b for _a, b in seats]
        pairs.bye[row] = field.players if bye is None else bye


def _by_another_lot(field: Field, pairs: Pairs, rows: Rows, rng: np.random.Generator) -> Rows:
    """Draw the lot again in the remainders ``rows``, whose byes stay; return those where a rematch is left."""
    key = np.where(field.playing, _keys(field, rng), ABSENT)[rows]
    lucky = np.flatnonzero(pairs.bye[rows] < field.players)
    key[lucky, pairs.bye[rows][lucky]] = ABSENT
    drawn = Pairs(*_neighbours(key, pairs.first.shape[1]), pairs.there[rows], pairs.bye[rows])
    left = _repair(field.opponents_so_far()[rows], drawn)
    pairs.first[rows], pairs.second[rows] = drawn.first, drawn.second
    return rows[left]


def _keys(field: Field, rng: np.random.Generator) -> NDArray[np.float32]:
    return field.points.astype(np.float32) + rng.random(field.points.shape, dtype=np.float32)


def _neighbours(key: NDArray[np.float32], most: int) -> tuple[Seats, Seats]:
    """Pair the first with the second by ``key``, the third with the fourth, and so on."""
    order = np.argsort(-key, axis=1)[:, : 2 * most]
    return order[:, 0::2].copy(), order[:, 1::2].copy()


def _byes(field: Field, key: NDArray[np.float32], seated: NDArray[np.int64]) -> Seats:
    """Who gets the bye where the number is odd: the lowest without one so far, else the lowest."""
    fresh = field.playing & ~field.had_bye
    can = np.where(fresh.any(axis=1, keepdims=True), fresh, field.playing)
    lowest = np.where(can, key, np.float32(np.inf)).argmin(axis=1)
    return np.where(seated % 2 == 1, lowest, field.players)


def _repair(opponents: NDArray[np.int16], pairs: Pairs) -> Rows:
    """Exchange players between nearby pairs to remove rematches where possible.

    Returns the remainders in which a rematch is left.
    """
    steps = [step for distance in range(1, REACH + 1) for step in (distance, -distance)]
    rows, spots = np.nonzero(_met(opponents, pairs.first, pairs.second) & pairs.there)
    for step in steps:
        if not rows.size:
            break
        left = _exchange(opponents, pairs, rows, spots, step)
        rows, spots = rows[left], spots[left]
    return np.unique(rows)


def _exchange(opponents: NDArray[np.int16], pairs: Pairs, rows: Rows, spots: Rows, step: int) -> Flags:
    """Try the exchange with the pair ``step`` away; return which of the pairs still have met."""
    other = spots + step
    inside = (other >= 0) & (other < pairs.first.shape[1])
    inside[inside] = pairs.there[rows[inside], other[inside]]
    inside &= _alone(rows, spots, other, pairs.first.shape)
    at = np.flatnonzero(inside)
    row, spot, near = rows[at], spots[at], other[at]
    a, b = pairs.first[row, spot], pairs.second[row, spot]
    c, d = pairs.first[row, near], pairs.second[row, near]
    crossed = ~(_met_at(opponents, row, a, d) | _met_at(opponents, row, c, b))
    level = ~crossed & ~(_met_at(opponents, row, a, c) | _met_at(opponents, row, b, d))
    pairs.second[row[crossed], spot[crossed]] = d[crossed]
    pairs.second[row[crossed], near[crossed]] = b[crossed]
    pairs.second[row[level], spot[level]] = c[level]
    pairs.first[row[level], near[level]] = b[level]
    left = np.ones(rows.shape, dtype=np.bool_)
    left[at[crossed | level]] = False
    return left


def _alone(rows: Rows, spots: Rows, other: Rows, shape: tuple[int, ...]) -> Flags:
    """Which exchanges have both pairs for themselves: of those that share a pair, the last one is made."""
    width = shape[1] + 2 * REACH
    mine, near = rows * width + spots + REACH, rows * width + other + REACH
    claimed = np.full(shape[0] * width, -1, dtype=np.int64)
    number = np.arange(rows.size)
    claimed[mine] = number
    claimed[near] = number
    alone: Flags = (claimed[mine] == number) & (claimed[near] == number)
    return alone


def _met(opponents: NDArray[np.int16], first: Seats, second: Seats) -> Flags:
    """Which pairs have met, in all remainders."""
    rows = np.arange(first.shape[0])[:, None]
    met: Flags = (opponents[rows, first] == second[:, :, None]).any(axis=2)
    return met


def _met_at(opponents: NDArray[np.int16], rows: Rows, first: Rows, second: Rows) -> Flags:
    """Which of single pairs have met, each in the remainder of its row."""
    met: Flags = (opponents[rows, first] == second[:, None]).any(axis=1)
    return met
