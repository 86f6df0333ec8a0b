"""Swaps of two players that make rounds of pods better, in all simulated remainders at once. Pure.

Repeats weigh most, then earlier short pods, then points (docs/pods.md); where the event weighs repeats, they weigh as
much as it says. Pods near each other swap the two players for whom that helps most, until little is left to gain. Then
kicks, two swaps at random, are kept where the swaps after them end no worse: as in the real search.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from matches.forecast.pods.field import Flags, PodFieldRuns, Whole
from matches.pairing.pods.setup import PodSetup

SWEEPS = 3
WINDOW = 4
"""Up to how many pods apart two of them are compared; with few pods, all are."""
FEW = 12
MANY = 20
"""More repeats than a swap of two players adds to their tables."""
SWAPS_OF_KICK = 2
REACH = 3
"""How many pods apart the players of a kick sit at the most."""


class Swaps:
    """Swaps between the pods of a drawn round, which are made in ``seats``.

    ``seats`` are players by remainder, pod and seat, ``short`` says which pods are; an empty seat holds the number of
    players.
    """

    def __init__(self, field: PodFieldRuns, setup: PodSetup, seats: Whole, short: Flags) -> None:
        self.seats, self.short = seats, short
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
        self.nobody = field.players
        self.changed = np.ones(short.shape, dtype=np.bool_)
        self.compared = _neighbours(short.shape[1])

    def search(self, kicks: int, rng: np.random.Generator) -> None:
        """Make the rounds better, with so many kicks."""
        self.descend()
        if self.seats.shape[1] < 2 or not kicks:
            return
        best, kept = self.total(), self.seats.copy()
        for _kick in range(kicks):
            self.kick(rng)
            self.descend()
            cost = self.total()
            worse = cost > best
            self.seats[worse] = kept[worse]
            self.changed[worse] = False
            np.copyto(kept, self.seats)
            best = np.where(worse, best, cost)

    def descend(self) -> None:
        """Compare pods near each other, over and over; those that did not change since are left out."""
        for _sweep in range(SWEEPS):
            before = self.changed
            if not before.any():
                return
            self.changed = np.zeros_like(before)
            for first, second in self.compared:
                either = before[:, first] | before[:, second] | self.changed[:, first] | self.changed[:, second]
                run, pair = np.nonzero(either)
                if run.size:
                    self._swap_between(run, first[pair], second[pair])

    def kick(self, rng: np.random.Generator) -> None:
        """Swap players of two pods near each other at random."""
        runs, pods, width = self.seats.shape
        rows = np.arange(runs)
        for _swap in range(SWAPS_OF_KICK):
            first = rng.integers(0, pods, (runs,))
            apart = rng.integers(1, min(REACH, pods - 1) + 1, (runs,))
            second = np.where(first + apart < pods, first + apart, np.maximum(first - apart, 0))
            a, b = rng.integers(0, width, (2, runs))
            both = (self.seats[rows, first, a] != self.nobody) & (self.seats[rows, second, b] != self.nobody)
            self._swap((rows[both], first[both], a[both]), (rows[both], second[both], b[both]))

    def total(self) -> Whole:
        """What the round of each remainder costs."""
        runs, pods, width = self.seats.shape
        rows = np.repeat(np.arange(runs), pods)
        pairs = self._costs(rows, self.seats.reshape(-1, width)).sum(axis=(1, 2)).reshape(runs, pods).sum(axis=1)
        of_short = self.of_short[np.arange(runs)[:, None, None], self.seats].sum(axis=2) * self.short
        total: Whole = np.asarray(pairs // 2 + of_short.sum(axis=1), dtype=np.int64)
        return total

    def _swap_between(self, run: Whole, first: Whole, second: Whole) -> None:
        """Make the best swap of each two pods, where it helps."""
        width = self.seats.shape[2]
        both = np.concatenate([self.seats[run, first], self.seats[run, second]], axis=1)
        cost = self._costs(run, both)
        one, two = cost[:, :, :width].sum(axis=2), cost[:, :, width:].sum(axis=2)
        change = (two - one)[:, :width, None] + (one - two)[:, None, width:] - 2 * cost[:, :width, width:]
        step = self.short[run, second].astype(np.int64) - self.short[run, first]
        worth = self.of_short[run[:, None], both]
        change += step[:, None, None] * (worth[:, :width, None] - worth[:, None, width:])
        empty = both == self.nobody
        change[empty[:, :width, None] | empty[:, None, width:]] = 1
        flat = change.reshape(run.size, -1)
        best = flat.argmin(axis=1)
        helps = flat[np.arange(run.size), best] < 0
        a, b = np.divmod(best[helps], width)
        self._swap((run[helps], first[helps], a), (run[helps], second[helps], b))

    def _swap(self, here: tuple[Whole, Whole, Whole], there: tuple[Whole, Whole, Whole]) -> None:
        self.seats[here], self.seats[there] = self.seats[there].copy(), self.seats[here].copy()
        self.changed[here[:2]] = self.changed[there[:2]] = True

    def _costs(self, run: Whole, players: Whole) -> Whole:
        """What each two of the players cost at one table: repeats, and points apart; an empty seat costs nothing."""
        met = self.met[run[:, None, None], players[:, :, None], players[:, None, :]].astype(np.int64)
        points = self.points[run[:, None], players]
        apart = (points[:, :, None] - points[:, None, :]) ** 2
        there = players != self.nobody
        cost = apart + self.repeat * np.maximum(2 * met - 1, 0)
        counted: Whole = cost * (there[:, :, None] & there[:, None, :])
        return counted


def _neighbours(pods: int) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Pairs of pods that are compared, in groups in which each pod is in one pair at the most."""
    reach = pods - 1 if pods <= FEW else WINDOW
    groups = []
    for apart in range(1, reach + 1):
        for odd in range(2):
            first = np.array([at for at in range(pods - apart) if (at // apart) % 2 == odd], dtype=np.int64)
            if first.size:
                groups.append((first, first + apart))
    return groups
