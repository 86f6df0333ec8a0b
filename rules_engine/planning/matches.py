"""How long matches take under a pace and a cap, what a cap changes, and what the first turn is worth."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from math import exp, sqrt

import msgspec

from rules_engine.planning.traces import LEVEL, MatchTrace

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
SPREAD_SEED = 20_001


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
    """Traces under one pace: when each turn of each match ends, in seconds. ``ends`` is in the order of the traces."""

    def __init__(self, traces: Sequence[MatchTrace], pace: Pace) -> None:
        self.traces = traces
        self.pace = pace
        self.clocks = [_clock(trace, pace, factors) for trace, factors in zip(traces, _factors(pace), strict=False)]

    def ends(self, cap: int | None) -> list[tuple[float, int]]:
        """Each match's length in seconds and its winner; the turn in which the cap falls is finished."""
        found = []
        for trace, clock in zip(self.traces, self.clocks, strict=True):
            last = len(clock) - 1
            turn = last if cap is None else min(bisect_left(clock, cap * 60.0), last)
            found.append((clock[turn], trace.turns[turn].ahead))
        return found

    def seconds(self, cap: int | None) -> list[float]:
        """Each match's length from its start to its report, in seconds, in rising order."""
        return sorted(seconds + self.pace.report for seconds, _winner in self.ends(cap))

    def effect(self, cap: int | None) -> CapEffect:
        """What a cap does to the matches."""
        ends = self.ends(cap)
        ordered = sorted(seconds for seconds, _winner in ends)
        reached = [cap is not None and clock[-1] > cap * 60.0 for clock in self.clocks]
        pairs = [(winner, trace) for (_seconds, winner), trace in zip(ends, self.traces, strict=True)]
        return CapEffect(
            cap=cap,
            mean=sum(ordered) / len(ordered) / 60,
            minutes=tuple(quantile(ordered, share) / 60 for share in QUANTILES),
            reached=_share([float(one) for one in reached]),
            changed=_share([float(winner != trace.winner) for winner, trace in pairs]),
            drawn=_share([float(winner == LEVEL) for winner, _trace in pairs]),
            first=_share([_points(winner, trace.first) for winner, trace in pairs]),
        )


def _factors(pace: Pace) -> list[tuple[float, float]]:
    """How slow the two players of each match are; the mean is 1, and the same whatever the pace."""
    chance = random.Random(SPREAD_SEED)
    middle = -(pace.spread**2) / 2
    return [
        (exp(pace.spread * chance.gauss() + middle), exp(pace.spread * chance.gauss() + middle)) for _ in range(20_000)
    ]


def _clock(trace: MatchTrace, pace: Pace, factors: tuple[float, float]) -> list[float]:
    return list(
        accumulate(
            (turn.draws * pace.draw + turn.acts * pace.act) * factors[turn.seat] + turn.shuffles * pace.shuffle
            for turn in trace.turns
        )
    )


def _points(winner: int, seat: int) -> float:
    return 0.5 if winner == LEVEL else float(winner == seat)


def _share(values: Sequence[float]) -> Share:
    count = len(values)
    mean = sum(values) / count
    return Share(mean, sqrt(sum((value - mean) ** 2 for value in values)) / count)


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value that so large a share of the values does not exceed; between two of them, in proportion."""
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


class Bar(msgspec.Struct, frozen=True):
    """One bar of a histogram: from and to in minutes, and the share of the matches."""

    start: int
    end: int
    share: float


def histogram(seconds: Sequence[float], step: int = 2) -> list[Bar]:
    """The shares of the lengths in bars of ``step`` minutes, from the first to the last one that is not empty."""
    bars = [int(one // (60 * step)) for one in seconds]
    first, last = min(bars), max(bars)
    counts = [0] * (last - first + 1)
    for bar in bars:
        counts[bar - first] += 1
    return [
        Bar((first + place) * step, (first + place + 1) * step, count / len(bars)) for place, count in enumerate(counts)
    ]
