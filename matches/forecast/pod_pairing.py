"""Draws rounds of pods in all simulated remainders at once, nearly as ``pairing.pods`` draws one. Pure.

Byes and short pods go to whom they cost least, the others are seated down the field by points and lot. Then pods near
each other swap the two players for whom that helps most, as often as the sweeps say: repeats weigh most, then earlier
short pods, then points (docs/pods.md). The real draw searches on from there; a test holds the chances side by side.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matches.forecast.pod_field import Flags, PodFieldRuns, Whole
from matches.pairing.pods.setup import PodSetup
from matches.pairing.pods.sizes import PodSizeError, pod_sizes, short_sizes

SWEEPS = 3
WINDOW = 4
"""Up to how many pods apart two of them are compared; with few pods, all are."""
FEW = 12
MANY = 20
"""More repeats than a swap of two players adds to their tables."""


class PodSeats(NamedTuple):
    """Who sits where: players by remainder, pod and seat, which pods are short, and who has a bye.

    An empty seat holds the number of players.
    """

    seats: Whole
    short: Flags
    resting: Flags


def draw_round(field: PodFieldRuns, setup: PodSetup, rng: np.random.Generator) -> PodSeats:
    """Draw a round of all who are playing."""
    drawn = _greedy(field, setup, rng)
    _Swaps(field, setup, drawn).sweep()
    return drawn


class _Plan(NamedTuple):
    """The sizes of a number of players' pods, the short ones last, and how many have byes."""

    sizes: tuple[int, ...]
    short: frozenset[int]
    byes: int


def _plan(players: int, setup: PodSetup) -> _Plan:
    try:
        sizes, byes = pod_sizes(players, setup.shape, rest_byes=setup.rest_byes)
    except PodSizeError:  # too few are left for a game
        return _Plan((), frozenset(), players)
    short = short_sizes(sizes, setup.shape)
    return _Plan(tuple(sorted(sizes, key=lambda size: (size in short, -size))), short, byes)


def _greedy(field: PodFieldRuns, setup: PodSetup, rng: np.random.Generator) -> PodSeats:
    """Fill the pods from the top."""
    runs, players = field.runs, field.players
    counts = field.playing.sum(axis=1)
    plans = {int(count): _plan(int(count), setup) for count in np.unique(counts)}
    pods = max(len(plan.sizes) for plan in plans.values())
    width = max((size for plan in plans.values() for size in plan.sizes), default=2)
    seats = np.full((runs, pods, width), players, dtype=np.int64)
    short = np.zeros((runs, pods), dtype=np.bool_)
    resting = np.zeros((runs, players), dtype=np.bool_)
    lot = rng.random(field.points.shape)
    down = np.lexsort((lot, -field.points, ~field.playing), axis=1)
    spared = np.lexsort((lot, field.points, field.shorts, field.byes, ~field.playing), axis=1)
    for run in range(runs):
        plan = plans[int(counts[run])]
        rest = spared[run, : plan.byes]
        resting[run, rest] = True
        few = sum(size for size in plan.sizes if size in plan.short)
        low = spared[run, plan.byes : plan.byes + few]
        if few:
            low = _least_short(field, run, rest, few, lot)
        apart = np.zeros(players + 1, dtype=np.bool_)
        apart[rest] = apart[low] = True
        order = down[run, : counts[run]]
        order = np.concatenate([order[~apart[order]], low[np.argsort(-field.points[run, low], kind="stable")]])
        at = 0
        for pod, size in enumerate(plan.sizes):
            seats[run, pod, :size] = order[at : at + size]
            short[run, pod] = size in plan.short
            at += size
    return PodSeats(seats, short, resting)


def _least_short(field: PodFieldRuns, run: int, rest: NDArray[np.int64], few: int, lot: NDArray[np.float64]) -> Whole:
    """Those whom a short pod costs least: the fewest earlier ones, then the fewest points."""
    order = np.lexsort((lot[run], field.points[run], field.shorts[run], ~field.playing[run]))
    return order[~np.isin(order, rest)][:few]


class _Swaps:
    """Swaps that make a round better, the best one between each two pods that are compared."""

    def __init__(self, field: PodFieldRuns, setup: PodSetup, drawn: PodSeats) -> None:
        self.drawn = drawn
        self.rows = np.arange(field.runs)
        empty = np.zeros((field.runs, 1), dtype=np.int64)
        self.points = np.concatenate([field.points, empty], axis=1)
        spread = int(np.ptp(field.points)) + 1
        low = 4 * setup.most * spread**2
        most_points = int(field.points.max(initial=0)) + 1
        if setup.weighed:
            self.repeat = int(3 * setup.terms.span**2 * field.unit**2)
            low += MANY * self.repeat
        else:
            self.repeat = 2 * low * most_points * (int(field.shorts.max(initial=0)) + 1)
        self.of_short = low * (np.concatenate([field.shorts, empty], axis=1) * most_points + self.points)
        self.met = field.met

    def sweep(self) -> None:
        """Compare pods near each other, over and over."""
        pods = self.drawn.seats.shape[1]
        reach = pods - 1 if pods <= FEW else WINDOW
        for _sweep in range(SWEEPS):
            for apart in range(1, reach + 1):
                for odd in range(2):
                    first = np.array([at for at in range(pods - apart) if (at // apart) % 2 == odd], dtype=np.int64)
                    if len(first):
                        self._swap_between(first, first + apart)

    def _swap_between(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> None:
        """Make the best swap of each two pods, where it helps."""
        seats, width = self.drawn.seats, self.drawn.seats.shape[2]
        both = np.concatenate([seats[:, first], seats[:, second]], axis=2)
        cost = self._costs(both)
        one, two = cost[:, :, :, :width].sum(axis=3), cost[:, :, :, width:].sum(axis=3)
        stays, goes = one[:, :, :width], two[:, :, :width]
        change = (goes - stays)[:, :, :, None] + (one - two)[:, :, None, width:]
        change = change - 2 * cost[:, :, :width, width:] + self._of_kinds(both, first, second, width)
        empty = both == self.points.shape[1] - 1
        change[empty[:, :, :width, None] | empty[:, :, None, width:]] = 1
        flat = change.reshape(*change.shape[:2], -1)
        best = flat.argmin(axis=2)
        run, pair = np.nonzero(np.take_along_axis(flat, best[:, :, None], axis=2)[:, :, 0] < 0)
        a, b = np.divmod(best[run, pair], width)
        here, there = (run, first[pair], a), (run, second[pair], b)
        seats[here], seats[there] = seats[there].copy(), seats[here].copy()

    def _costs(self, both: Whole) -> Whole:
        """What each two of the players cost at one table: repeats, and points apart; an empty seat costs nothing."""
        run = self.rows[:, None, None, None]
        met = self.met[run, both[:, :, :, None], both[:, :, None, :]].astype(np.int64)
        points = self.points[run[:, :, :, 0], both]
        apart = (points[:, :, :, None] - points[:, :, None, :]) ** 2
        there = both < self.points.shape[1] - 1
        cost = apart + self.repeat * np.maximum(2 * met - 1, 0)
        counted: Whole = cost * (there[:, :, :, None] & there[:, :, None, :])
        return counted

    def _of_kinds(self, both: Whole, first: NDArray[np.int64], second: NDArray[np.int64], width: int) -> Whole:
        """What a swap changes because one of the pods is short."""
        short = self.drawn.short
        step = short[:, second].astype(np.int64) - short[:, first]
        worth = self.of_short[self.rows[:, None, None], both]
        change: Whole = step[:, :, None, None] * (worth[:, :, :width, None] - worth[:, :, None, width:])
        return change
