"""How long rounds and whole events take: a round is as long as its last table."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from rules_engine.planning.matches import Seconds, quantile, quantiles

CERTAINTIES = (0.5, 0.8, 0.95)
EVENTS = 4_000
EVENT_SEED = 20_002


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    """An event to plan: how many tables play in each round, in order, and the minutes between two rounds."""

    tables: tuple[int, ...]
    between: float = 10.0


class EventLength(msgspec.Struct, frozen=True, kw_only=True):
    """Minutes by ``CERTAINTIES``: of a round with all its tables, and of the event from first start to last report."""

    round: tuple[float, ...]
    event: tuple[float, ...]


def schedule_of(*, players: int, rounds: int, cut: int, between: float) -> Schedule:
    """Swiss rounds with everyone, then a single-elimination cut. A cut of 0 or 1 is none."""
    tables = [max(players // 2, 1)] * rounds
    left = min(cut, players)
    while left > 1:
        following = 2 ** ((left - 1).bit_length() - 1)  # who has a bye goes on too
        tables.append(left - following)
        left = following
    return Schedule(tables=tuple(tables), between=between)


def event_length(seconds: Sequence[float] | Seconds, schedule: Schedule) -> EventLength:
    """The lengths of a round and of the event, from the lengths of matches in rising order.

    The tables of a round are drawn from these matches, each for itself.
    """
    drawn = np.random.Generator(np.random.Philox(EVENT_SEED)).random((EVENTS, len(schedule.tables)))
    breaks = schedule.between * 60 * (len(schedule.tables) - 1)
    last = quantiles(seconds, drawn ** (1 / np.array(schedule.tables)))
    totals = np.sort(last.sum(axis=1)) + breaks
    most = max(schedule.tables, default=1)
    return EventLength(
        round=tuple(quantile(seconds, share ** (1 / most)) / 60 for share in CERTAINTIES),
        event=tuple(quantile(totals, share) / 60 for share in CERTAINTIES),
    )
