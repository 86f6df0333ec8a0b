"""What an event's own matches say about its pace. Pure.

Lengths of matches are taken as lognormal, as spread as the simulated ones. Matches that the cap ended, and matches
still open, count as *at least*.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import erf, log, sqrt
from statistics import fmean

import msgspec
import numpy as np

from rules_engine.planning.matches import Pace, Seconds

FEWEST, ENOUGH = 10, 50
"""Fewer matches say nothing of the pace; as many that were played to their end draw a curve of their own."""
FACTORS = tuple(1.02**step for step in range(-60, 61))
LEAST = 1e-9


class Observed(msgspec.Struct, frozen=True):
    """Seconds of play: of matches that ended before their cap, and of those that took at least so long. ``reports``
    are the seconds from the cap to the report."""

    played: tuple[float, ...] = ()
    at_least: tuple[float, ...] = ()
    reports: tuple[float, ...] = ()


class PaceFit(msgspec.Struct, frozen=True):
    """The most likely lengths: ``factor`` times as long as simulated ones, whose logarithm is normal."""

    factor: float
    middle: float
    spread: float

    def longer(self, seconds: float) -> float:
        """The share of matches that take longer."""
        return _longer(max(seconds, 1.0), self.middle + log(self.factor), self.spread)


def fitted(lengths: Sequence[float] | Seconds, observed: Observed) -> PaceFit | None:
    """How many times as long as the simulated ``lengths`` the event's matches take.

    None for too few matches. ``lengths`` are seconds of matches without a cap.
    """
    if len(observed.played) + len(observed.at_least) < FEWEST:
        return None
    logs = np.log(lengths)
    middle, spread = float(logs.mean()), max(float(logs.std()), 0.05)

    def score(factor: float) -> float:
        at = middle + log(factor)
        seen = sum(-(((log(max(seconds, 1.0)) - at) / spread) ** 2) / 2 for seconds in observed.played)
        return seen + sum(log(_longer(max(seconds, 1.0), at, spread)) for seconds in observed.at_least)

    return PaceFit(max(FACTORS, key=score), middle, spread)


def _longer(seconds: float, middle: float, spread: float) -> float:
    return max((1 - erf((log(seconds) - middle) / spread / sqrt(2))) / 2, LEAST)


def still_playing(observed: Observed) -> list[tuple[float, float]]:
    """The share of matches that go on after so many seconds, where it falls (Kaplan and Meier, 1958).

    Matches that took *at least* so long count among those still playing until then. Assumes nothing of the lengths.
    """
    ended, left = sorted(observed.played), sorted([*observed.played, *observed.at_least])
    share, curve = 1.0, []
    for seconds in sorted(set(ended)):
        there = len(left) - bisect_left(left, seconds)
        share *= 1 - (bisect_right(ended, seconds) - bisect_left(ended, seconds)) / there
        curve.append((seconds, share))
    return curve


def corrected(pace: Pace, factor: float, observed: Observed) -> Pace:
    """The pace of the event: everything takes ``factor`` times as long; the report as long as it has taken."""
    report = fmean(observed.reports) if len(observed.reports) >= FEWEST else pace.report
    return Pace(
        draw=pace.draw * factor,
        act=pace.act * factor,
        shuffle=pace.shuffle * factor,
        spread=pace.spread,
        report=report,
    )
