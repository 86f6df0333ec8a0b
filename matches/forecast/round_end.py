"""When a round will probably end: the chance that all its open tables are done by a time. Pure.

A match takes a lognormal time until it reaches its cap; from there the time to the report is exponential. What is
uncertain in the pace of an event is shared by its tables: the chances are averaged over a grid of paces, weighed by
what the event's matches have shown. Matches that reached the cap, and matches still open, count as *at least*. Times
are seconds of play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from math import erf, exp, log, sqrt

import msgspec

MEDIAN = 0.9
"""The usual time of a match in caps; the event's own matches soon outweigh it."""
MEDIANS = tuple(MEDIAN * 1.2**step for step in range(-5, 6))
MEDIAN_SPREAD = 0.35
SPREADS = (0.25, 0.35, 0.45, 0.6, 0.8)
"""Standard deviations of the logarithm of the time; ``SPREAD_WEIGHTS`` is what is expected of them before any match."""
SPREAD_WEIGHTS = (0.15, 0.25, 0.25, 0.2, 0.15)
OVERTIMES = (30.0, 60.0, 100.0, 150.0, 220.0, 330.0, 500.0)
"""Mean seconds from the cap to the report."""
OVERTIME_WEIGHTS = (0.08, 0.14, 0.2, 0.22, 0.18, 0.12, 0.06)
BIN = 15
"""Times are counted in steps of so many seconds, so that a large event costs no more than a small one."""
LONGEST = 4 * 3600


class OpenTable(msgspec.Struct, frozen=True):
    """A match without a result: how long it has been played, and how long it may be."""

    elapsed: float
    allowed: float


class Pace(msgspec.Struct, frozen=True):
    """What the finished matches of an event took: ``played`` those that ended before their cap, ``capped`` the caps of
    those that reached it, and ``overtimes`` how long these took from there to the report.
    """

    played: tuple[float, ...] = ()
    capped: tuple[float, ...] = ()
    overtimes: tuple[float, ...] = ()


class RoundEnd(msgspec.Struct, frozen=True):
    """Seconds from now: half of the rounds like this end before ``about``, four of five before ``likely``."""

    about: float
    likely: float


def round_end(tables: Iterable[OpenTable], pace: Pace, cap: float) -> RoundEnd | None:
    """Return when the last of the open tables will be done, as far as the pace tells; None without an open table."""
    open_tables = Counter(
        OpenTable(round(table.elapsed / BIN) * BIN, round(table.allowed / BIN) * BIN) for table in tables
    )
    if not open_tables:
        return None
    rest = _Rest(open_tables, _paces(open_tables, pace, cap), _overtimes(open_tables, pace))
    return RoundEnd(rest.quantile(0.5), rest.quantile(0.8))


Weighed = list[tuple[float, float, float]]
"""Paces as the logarithm of the median, the spread, and the weight."""


def _paces(open_tables: Counter[OpenTable], pace: Pace, cap: float) -> Weighed:
    """The grid of paces, each weighed by the matches: what they took, or that they took at least so long."""
    played = Counter(max(round(seconds / BIN), 1) * BIN for seconds in pace.played)
    at_least = Counter(round(seconds / BIN) * BIN for seconds in pace.capped)
    for table, count in open_tables.items():
        at_least[round(min(table.elapsed, table.allowed))] += count
    found = []
    for median in MEDIANS:
        middle = log(median * cap)
        expected = -((log(median / MEDIAN) / MEDIAN_SPREAD) ** 2) / 2
        for spread, weight in zip(SPREADS, SPREAD_WEIGHTS, strict=True):
            score = expected + log(weight)
            score -= sum(
                count * (((log(seconds) - middle) / spread) ** 2 / 2 + log(spread)) for seconds, count in played.items()
            )
            score += sum(count * log(_longer(seconds, middle, spread)) for seconds, count in at_least.items())
            found.append((middle, spread, score))
    return [(middle, spread, weight) for (middle, spread, _), weight in zip(found, _normed(found), strict=True)]


def _overtimes(open_tables: Counter[OpenTable], pace: Pace) -> list[tuple[float, float]]:
    """The mean overtimes with their weights; tables in overtime count as at least."""
    reported, waited = len(pace.overtimes), sum(pace.overtimes)
    waited += sum(max(table.elapsed - table.allowed, 0) * count for table, count in open_tables.items())
    found = [
        (mean, 0.0, log(weight) - reported * log(mean) - waited / mean)
        for mean, weight in zip(OVERTIMES, OVERTIME_WEIGHTS, strict=True)
    ]
    return list(zip(OVERTIMES, _normed(found), strict=True))


def _normed(found: list[tuple[float, float, float]]) -> list[float]:
    """The scores as weights that add up to one."""
    best = max(score for _, _, score in found)
    weights = [exp(score - best) for _, _, score in found]
    total = sum(weights)
    return [weight / total for weight in weights]


def _longer(seconds: float, middle: float, spread: float) -> float:
    """The chance that a match takes longer."""
    if seconds <= 0:
        return 1.0
    return max((1 - erf((log(seconds) - middle) / spread / sqrt(2))) / 2, 1e-12)


class _Rest:
    """What is still to come of a round, whichever the pace."""

    def __init__(self, open_tables: Counter[OpenTable], paces: Weighed, overtimes: list[tuple[float, float]]) -> None:
        self.tables = list(open_tables)
        self.counts = list(open_tables.values())
        self.overtimes = overtimes
        self.all_done = cache(self._all_done)  # both quantiles are looked for in the same middles
        elapsed = [min(table.elapsed, table.allowed) for table in self.tables]
        self.paces = [
            (middle, spread, weight, [_longer(seconds, middle, spread) for seconds in elapsed])
            for middle, spread, weight in paces
            if weight >= 1e-6
        ]

    def quantile(self, share: float) -> float:
        """The seconds from now by which all tables are done with chance ``share``."""
        low, high = 0.0, float(LONGEST)
        while high - low > BIN / 2:
            middle = (low + high) / 2
            if self.all_done(middle) < share:
                low = middle
            else:
                high = middle
        return high

    def _all_done(self, later: float) -> float:
        """The chance that all tables are done so many seconds from now."""
        ends = [min(table.elapsed + later, table.allowed) for table in self.tables]
        past = [table.elapsed + later - max(table.allowed, table.elapsed) for table in self.tables]
        in_overtime = [(1.0, [1.0] * len(past))]
        if max(past) > 0:
            in_overtime = [
                (weight, [exp(-seconds / mean) if seconds > 0 else 1.0 for seconds in past])
                for mean, weight in self.overtimes
            ]
        total = 0.0
        for middle, spread, weight, before in self.paces:
            still = [min(_longer(end, middle, spread) / start, 1.0) for end, start in zip(ends, before, strict=True)]
            found = 0.0
            for chance, lasting in in_overtime:
                for late, longer, count in zip(still, lasting, self.counts):  # noqa: B905 - innermost
                    chance *= (1 - late * longer) ** count
                found += chance
            total += weight * found
        return total
