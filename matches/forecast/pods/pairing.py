"""Draws rounds of pods in all simulated remainders at once, nearly as ``pairing.pods`` draws one. Pure.

Byes and short pods go to whom they cost least, the others are seated down the field by points and lot; then swaps make
the rounds better (``pod_swaps``). The real draw searches longer; a test holds the chances side by side.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matches.forecast.pods.field import Flags, PodFieldRuns, Whole
from matches.forecast.pods.swaps import Swaps
from matches.pairing.pods.setup import PodSetup
from matches.pairing.pods.sizes import PodSizeError, pod_sizes, short_sizes

KICKS = 48
"""So many kicks, divided by the players, the round of each remainder has: in small fields a table weighs most."""
KICKS_ALIKE = 40
"""As many where all remainders stand alike, and the few rounds that are best are drawn for all of them."""


class PodSeats(NamedTuple):
    """Who sits where: players by remainder, pod and seat, which pods are short, and who has a bye.

    An empty seat holds the number of players.
    """

    seats: Whole
    short: Flags
    resting: Flags

    def spread_over(self, runs: int) -> PodSeats:
        """The same rounds, one after another, for so many remainders."""
        row = np.arange(runs) % len(self.seats)
        return PodSeats(self.seats[row], self.short[row], self.resting[row])


def draw_round(field: PodFieldRuns, setup: PodSetup, rng: np.random.Generator, *, kicks: int | None = None) -> PodSeats:
    """Draw a round of all who are playing; with more ``kicks`` it is nearer to the best."""
    drawn = _greedy(field, setup, rng)
    Swaps(field, setup, drawn.seats, drawn.short).search(KICKS // field.players if kicks is None else kicks, rng)
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
