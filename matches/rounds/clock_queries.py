"""The clock of a round as values: its events, its cap, the extensions of its matches."""

from __future__ import annotations

from datetime import datetime

import msgspec

from matches import clock
from matches.enums import ClockAct
from matches.models import ClockEvent, Round


class RoundClock(msgspec.Struct, frozen=True):
    """A round's clock: ``cap`` and ``extensions`` (by match id) in seconds."""

    cap: int
    events: tuple[clock.ClockEvent, ...]
    extensions: dict[int, int]

    def read(self, now: datetime, match_id: int | None = None) -> clock.Reading:
        """What it shows at ``now`` for the room, or for one match with its extension."""
        extension = self.extensions.get(match_id, 0) if match_id is not None else 0
        return clock.read(self.events, now, self.cap, extension)


def round_clock(round_: Round) -> RoundClock:
    """The clock of a round (one query; the round's stage and event should be at hand)."""
    events: list[clock.ClockEvent] = []
    extensions: dict[int, int] = {}
    rows = ClockEvent.objects.filter(round=round_).order_by("at", "id").values_list("act", "at", "seconds", "match_id")
    for act, at, seconds, match_id in rows:
        if act == ClockAct.EXTEND:
            extensions[match_id] = extensions.get(match_id, 0) + seconds
        else:
            events.append(clock.ClockEvent(at=at, act=clock.Act(act), seconds=seconds))
    return RoundClock(cap=round_.stage.event.cap_minutes * 60, events=tuple(events), extensions=extensions)
