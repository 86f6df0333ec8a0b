"""Whether a match is at its time, and under which rule time decides it."""

from __future__ import annotations

from datetime import datetime

from matches.clock import ClockState
from matches.enums import MatchKind, RoundStatus
from matches.events.game_queries import shape_of
from matches.models import Event, Match
from matches.rounds.clock_queries import RoundClock, round_clock
from matches.time_call import TimeCallRule


def time_rule(event: Event) -> TimeCallRule | None:
    """The rule by which time decides a match of the event; None in a game without one."""
    code = shape_of(event).time_call
    return TimeCallRule(code) if code else None


def is_at_time(match: Match, now: datetime, clock: RoundClock | None = None) -> bool:
    """Whether the match's own time, with its extension, is up."""
    if match.kind != MatchKind.PLAYED or match.round.status not in RoundStatus.takes_results():
        return False
    return (clock or round_clock(match.round)).read(now, match.pk).state == ClockState.TIME_CALLED
