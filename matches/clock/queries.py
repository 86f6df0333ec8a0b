"""Reads the clock of a round: its events, its cap, the extensions of its matches."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from math import ceil

import msgspec
from django.db.models import OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from matches.clock import timing as clock
from matches.clock.timing import ClockAct, ClockReading
from matches.enums import RoundStatus
from matches.models import ClockEvent, Match, Round


class RoundClock(msgspec.Struct, frozen=True):
    """A round's clock: ``cap`` and ``extensions`` (by match id) in seconds."""

    cap: int
    events: tuple[clock.TimedAct, ...]
    extensions: dict[int, int]

    def read(self, now: datetime, match_id: int | None = None) -> clock.ClockReading:
        """Read the clock at ``now`` for the room, or for one match with its extension."""
        extension = self.extensions.get(match_id, 0) if match_id is not None else 0
        return clock.read(self.events, now, self.cap, extension)

    def next_end(self, now: datetime, match_id: int | None = None) -> int | None:
        """The whole seconds until time is up for one match, or first for anybody; None where no clock runs."""
        only = {self.extensions.get(match_id, 0)} if match_id is not None else None
        readings = [clock.read(self.events, now, self.cap, extra) for extra in only or {0, *self.extensions.values()}]
        running = [reading.left for reading in readings if reading.state == clock.ClockState.RUNNING]
        return ceil(min(running)) if running else None


def round_clock(round_: Round) -> RoundClock:
    """Return the clock of a round: one query if the round's stage and event are loaded."""
    cap = round_.stage.event.cap_minutes * 60
    return round_clocks(Round.objects.filter(pk=round_.pk), cap).get(round_.pk, RoundClock(cap, (), {}))


def round_clocks(rounds: QuerySet[Round], cap: int) -> dict[int, RoundClock]:
    """Return the clocks of rounds of one event by id, those whose clock was never touched left out: one query."""
    events: dict[int, list[clock.TimedAct]] = defaultdict(list)
    extensions: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    rows = ClockEvent.objects.filter(round__in=rounds).order_by("at", "id")
    for round_id, act, at, seconds, match_id in rows.values_list("round_id", "act", "at", "seconds", "match_id"):
        if act == ClockAct.EXTEND:
            extensions[round_id][match_id] += seconds
        else:
            events[round_id].append(clock.TimedAct(at=at, act=ClockAct(act), seconds=seconds))
    return {
        round_id: RoundClock(cap=cap, events=tuple(events[round_id]), extensions=dict(extensions[round_id]))
        for round_id in {*events, *extensions}
    }


@dataclass(frozen=True)
class ClockAt:
    """The reading of a round's clock at one moment: for the whole round, or for one match with its extension."""

    round: Round
    clock: RoundClock
    at: datetime
    match_id: int | None = None

    @property
    def reading(self) -> ClockReading:
        return self.clock.read(self.at, self.match_id)

    @property
    def state(self) -> str:
        """The clock's state. An extended match may still have time after time was called."""
        if self.round.status == RoundStatus.TIME_CALLED and self.match_id is None:
            return clock.ClockState.TIME_CALLED.value
        return self.reading.state.value


def with_extensions(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Annotate matches with ``extension_seconds``, the time that was added to each."""
    extensions = ClockEvent.objects.filter(match=OuterRef("pk"), act=ClockAct.EXTEND).order_by().values("match")
    seconds = extensions.annotate(total=Sum("seconds")).values("total")
    return matches.annotate(extension_seconds=Coalesce(Subquery(seconds), 0))
