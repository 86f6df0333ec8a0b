"""How long matches take under a pace and a cap, what a cap changes, and what the first turn is worth."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from rules_engine.planning.traces import LEVEL, Traces

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
SPREAD_SEED = 20_001

Seconds = NDArray[np.float64]
Whole = NDArray[np.int64]


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds that a draw, another act and a shuffle take, and how much players differ.

    ``spread`` is the standard deviation of the logarithm of a player's own seconds: with 0.25, one of six players takes
    more than 1.28 times as long as the middle one. ``report`` is from the end of a match to its report.
    """

    draw: float = 2.0
    act: float = 3.0
    shuffle: float = 30.0
    spread: float = 0.25
    report: float = 60.0


class Share(msgspec.Struct, frozen=True):
    """A share of matches with its standard error."""

    share: float
    error: float


class CapEffect(msgspec.Struct, frozen=True, kw_only=True):
    """What a cap of so many minutes does; ``cap`` is None without one.

    ``minutes`` are those of ``QUANTILES``. ``reached`` is the share of matches that the cap ends, ``changed`` the share
    whose result it changes, ``drawn`` the share that it leaves drawn. ``first`` is the share of the points that the
    player who started gets.
    """

    cap: int | None
    mean: float
    minutes: tuple[float, ...]
    reached: Share
    changed: Share
    drawn: Share
    first: Share


class Lengths:
    """Traces under one pace: when each turn of each match ends, in seconds from the match's start."""

    def __init__(self, traces: Traces, pace: Pace) -> None:
        self.traces = traces
        self.pace = pace
        self.begins = traces.begins
        self.last = self.begins + traces.turns - 1
        self.clock = self._clock()

    def _clock(self) -> Seconds:
        traces, pace = self.traces, self.pace
        match = np.repeat(np.arange(len(traces)), traces.turns)
        own = traces.draws * float(pace.draw) + traces.acts * float(pace.act)
        own *= _factors(pace, len(traces))[match, traces.seat]
        running: Seconds = np.cumsum(own + traces.shuffles * float(pace.shuffle))
        before = np.concatenate(([0.0], running[self.last[:-1]]))
        return running - before[match]

    def ends(self, cap: int | None) -> tuple[Seconds, Whole]:
        """Each match's length in seconds and its winner; the turn in which the cap falls is finished."""
        turn = self.last
        if cap is not None:
            earlier = np.add.reduceat((self.clock < cap * 60.0).astype(np.int64), self.begins)
            turn = np.minimum(self.begins + earlier, self.last)
        return self.clock[turn], self.traces.ahead[turn]

    def seconds(self, cap: int | None, *, needs_winner: bool = False) -> Seconds:
        """Each match's length from its start to its report, in seconds, in rising order.

        Where a match needs a winner, one that time leaves level is played on.
        """
        lengths, winners = self.ends(cap)
        if needs_winner:
            lengths = lengths + self._played_on(np.flatnonzero(winners == LEVEL))
        ordered: Seconds = np.sort(lengths) + self.pace.report
        return ordered

    def _played_on(self, level: Whole) -> Seconds:
        """The seconds that the matches ``level`` are played on, and 0 for all others; each takes the next decider, at
        the speed of its own players."""
        more = np.zeros(len(self.traces))
        deciders, pace = self.traces.deciders, self.pace
        if deciders is None:
            return more
        own = deciders.draws * float(pace.draw) + deciders.acts * float(pace.act)
        taken = np.stack([np.add.reduceat(own * (deciders.seat == seat), deciders.begins) for seat in (0, 1)], axis=1)
        shuffling = np.add.reduceat(deciders.shuffles * float(pace.shuffle), deciders.begins)
        turn = np.arange(len(level)) % len(deciders)
        more[level] = (taken[turn] * _factors(pace, len(self.traces))[level]).sum(axis=1) + shuffling[turn]
        return more

    def effect(self, cap: int | None) -> CapEffect:
        """What a cap does to the matches."""
        lengths, winners = self.ends(cap)
        ordered = np.sort(lengths)
        reached = np.zeros(len(lengths)) if cap is None else self.clock[self.last] > cap * 60.0
        points = np.where(winners == LEVEL, 0.5, winners == self.traces.first)
        return CapEffect(
            cap=cap,
            mean=float(lengths.mean()) / 60,
            minutes=tuple(quantile(ordered, share) / 60 for share in QUANTILES),
            reached=_share(reached),
            changed=_share(winners != self.traces.winner),
            drawn=_share(winners == LEVEL),
            first=_share(points),
        )


def _factors(pace: Pace, matches: int) -> Seconds:
    """How slow the two players of each match are; the mean is 1, and the same whatever the pace."""
    drawn = np.random.Generator(np.random.Philox(SPREAD_SEED)).standard_normal((matches, 2))
    factors: Seconds = np.exp(pace.spread * drawn - pace.spread**2 / 2)
    return factors


def _share(values: NDArray[Any]) -> Share:
    return Share(float(values.mean()), float(values.std()) / sqrt(len(values)))


def quantile(ordered: Sequence[float] | Seconds, share: float) -> float:
    """The value that so large a share of the values does not exceed; between two of them, in proportion."""
    return float(quantiles(ordered, np.array([share]))[0])


def quantiles(ordered: Sequence[float] | Seconds, shares: Seconds) -> Seconds:
    """The values of ``quantile`` for many shares at once."""
    found: Seconds = np.interp(shares * (len(ordered) - 1), np.arange(len(ordered)), ordered)
    return found


class Bar(msgspec.Struct, frozen=True):
    """One bar of a histogram: from and to in minutes, and the share of the matches."""

    start: int
    end: int
    share: float


def histogram(seconds: Sequence[float] | Seconds, step: int = 2) -> list[Bar]:
    """The shares of the lengths in bars of ``step`` minutes, from the first to the last one that is not empty."""
    bars = (np.asarray(seconds) // (60 * step)).astype(np.int64)
    first = int(bars.min())
    counts = np.bincount(bars - first).tolist()
    return [
        Bar((first + place) * step, (first + place + 1) * step, count / len(bars)) for place, count in enumerate(counts)
    ]
