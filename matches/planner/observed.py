"""What an event's own matches say about its pace. Pure.

Lengths of matches are taken as lognormal, as spread as the simulated ones. Matches that the cap ended, and matches
still open, count as *at least*.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, log, sqrt
from statistics import fmean, pstdev

import msgspec

from rules_engine.planning.matches import Pace

FEWEST = 10
"""Fewer finished matches say nothing."""
FACTORS = tuple(1.02**step for step in range(-60, 61))
LEAST = 1e-9


class Observed(msgspec.Struct, frozen=True):
    """Seconds of play: of matches that ended before their cap, and of those that took at least so long. ``reports``
    are the seconds from the cap to the report."""

    played: tuple[float, ...] = ()
    at_least: tuple[float, ...] = ()
    reports: tuple[float, ...] = ()


def slowness(lengths: Sequence[float], observed: Observed) -> float | None:
    """How many times as long as the simulated ``lengths`` the event's matches take: the most likely factor.

    None for too few matches. ``lengths`` are seconds of matches without a cap.
    """
    if len(observed.played) + len(observed.at_least) < FEWEST:
        return None
    logs = [log(seconds) for seconds in lengths]
    middle, spread = fmean(logs), max(pstdev(logs), 0.05)

    def score(factor: float) -> float:
        at = middle + log(factor)
        seen = sum(-(((log(max(seconds, 1.0)) - at) / spread) ** 2) / 2 for seconds in observed.played)
        return seen + sum(log(_longer(max(seconds, 1.0), at, spread)) for seconds in observed.at_least)

    return max(FACTORS, key=score)


def _longer(seconds: float, middle: float, spread: float) -> float:
    return max((1 - erf((log(seconds) - middle) / spread / sqrt(2))) / 2, LEAST)


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
