"""Whether a match is at its time, and whether the game leads it to its result."""

from __future__ import annotations

from datetime import datetime

from matches.clock.queries import RoundClock, round_clock
from matches.clock.timing import ClockState
from matches.enums import MatchKind, RoundStatus
from matches.events.queries.games import shape_of
from matches.events.queries.kinds import kind_of_event
from matches.models import Event, Match


def has_time_call(event: Event) -> bool:
    """Whether the event's game leads a table of two to its result when time is called."""
    return shape_of(event).time_call is not None and kind_of_event(event).ends_with_loss


def is_at_time(match: Match, now: datetime, clock: RoundClock | None = None) -> bool:
    """Whether the match's own time, with its extension, is up."""
    if match.kind != MatchKind.PLAYED or match.round.status not in RoundStatus.takes_results():
        return False
    return (clock or round_clock(match.round)).read(now, match.pk).state == ClockState.TIME_CALLED
