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
    """An event to plan: how many tables play in each round, in order, and the minutes between two rounds.

    The last ``cut_rounds`` of them need a winner at each table.
    """

    tables: tuple[int, ...]
    between: float = 10.0
    cut_rounds: int = 0


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
    return Schedule(tables=tuple(tables), between=between, cut_rounds=len(tables) - rounds)


def event_length(
    seconds: Sequence[float] | Seconds, schedule: Schedule, *, in_cut: Sequence[float] | Seconds | None = None
) -> EventLength:
    """The lengths of a round and of the event, from the lengths of matches in rising order.

    The tables of a round are drawn from these matches, each for itself; those of the cut from ``in_cut``, matches that
    are played until one has won (None: as all others).
    """
    drawn = np.random.Generator(np.random.Philox(EVENT_SEED)).random((EVENTS, len(schedule.tables)))
    breaks = schedule.between * 60 * (len(schedule.tables) - 1)
    latest = drawn ** (1 / np.array(schedule.tables))
    swiss = len(schedule.tables) - schedule.cut_rounds
    last = np.hstack(
        [quantiles(seconds, latest[:, :swiss]), quantiles(seconds if in_cut is None else in_cut, latest[:, swiss:])]
    )
    totals = np.sort(last.sum(axis=1)) + breaks
    most = max(schedule.tables, default=1)
    return EventLength(
        round=tuple(quantile(seconds, share ** (1 / most)) / 60 for share in CERTAINTIES),
        event=tuple(quantile(totals, share) / 60 for share in CERTAINTIES),
    )
