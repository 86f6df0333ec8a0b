"""Reads what the end of a running round is forecast from: the open tables, and what the event's matches took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Min

from matches.clock.queries import RoundClock, round_clocks
from matches.clock.timing import ClockState
from matches.enums import DecidedBy, MatchKind, ResultStatus, RoundStatus
from matches.events.declarations.reading import options_of
from matches.forecast.round_end import OpenTable, Pace, RoundEnd, round_end
from matches.models import Event, Match, Result, Round
from matches.results.queries.results import confirmed

ROUNDS_BEFORE = 3
"""So many closed rounds say how fast this event plays."""
UNPLAYED = (
    DecidedBy.CONCESSION,
    DecidedBy.PENALTY,
    DecidedBy.NO_SHOW,
    DecidedBy.INTENTIONAL_DRAW,
    DecidedBy.WALKOVER,
)
"""Results that say nothing about the pace."""


def says_round_end(event: Event) -> bool:
    """Whether pages say when the round will probably end."""
    return not options_of(event).no_round_end


def forecast_round_end(round_: Round, matches: Sequence[Match], clock: RoundClock, now: datetime) -> RoundEnd | None:
    """Return when the running round will probably end; None while no clock runs, once time was called or is up (the
    tables finish what they are at, and the list of missing results is what counts), or where nothing is open.

    ``matches`` are those of the round with their results. The same until something changes, or until it has passed.
    Two queries.
    """
    now_on_clock = clock.read(now)
    if round_.status != RoundStatus.RUNNING or not now_on_clock.running or now_on_clock.state == ClockState.TIME_CALLED:
        return None
    open_matches = [m for m in matches if m.kind == MatchKind.PLAYED and m.table and confirmed(m) is None]
    if not open_matches:
        return None
    pace = pace_of({**_clocks_before(round_), round_.pk: clock})
    since = min(_last_change(matches, clock), now)
    passed = (now - since).total_seconds()
    end = round_end(_as_played(open_matches, clock, since), pace, clock.cap)
    if end is None or end.about <= passed:
        return round_end(_as_played(open_matches, clock, now), pace, clock.cap)
    return RoundEnd(end.about - passed, end.likely - passed)


def _last_change(matches: Sequence[Match], clock: RoundClock) -> datetime:
    """When something last happened that a page is made anew for. What is said then stands until the next, so that a
    page that is kept and one that is made now say the same.
    """
    found = [act.at for act in clock.events]
    for match in matches:
        found += [result.reported_at for result in match.standing_results]  # type: ignore[attr-defined]
    return max(found)


def _as_played(matches: Sequence[Match], clock: RoundClock, at: datetime) -> list[OpenTable]:
    readings = [clock.read(at, match.pk) for match in matches]
    return [OpenTable(elapsed=reading.allowed - reading.left, allowed=reading.allowed) for reading in readings]


def _clocks_before(round_: Round) -> dict[int, RoundClock]:
    """The clocks of the last rounds that were closed: one query."""
    event = round_.stage.event
    closed = Round.objects.filter(stage__event=event, status=RoundStatus.CLOSED).order_by("-stage__order", "-number")
    return round_clocks(Round.objects.filter(pk__in=closed.values("pk")[:ROUNDS_BEFORE]), event.cap_minutes * 60)


def pace_of(clocks: Mapping[int, RoundClock]) -> Pace:
    """What the matches of these rounds took until they were first reported: one query."""
    settled = Match.objects.filter(
        round__in=clocks, kind=MatchKind.PLAYED, results__status=ResultStatus.CONFIRMED
    ).exclude(results__in=Result.objects.filter(status=ResultStatus.CONFIRMED, decided_by__in=UNPLAYED))
    reported = Match.objects.filter(pk__in=settled.values("pk")).annotate(first=Min("results__reported_at"))
    played: list[float] = []
    capped: list[float] = []
    overtimes: list[float] = []
    for match_id, round_id, first in reported.values_list("pk", "round_id", "first"):
        reading = clocks[round_id].read(first, match_id)
        took = reading.allowed - reading.left
        if reading.state == ClockState.NOT_STARTED or took <= 0:
            continue
        if took < reading.allowed:
            played.append(took)
        else:
            capped.append(reading.allowed)
            overtimes.append(took - reading.allowed)
    return Pace(tuple(played), tuple(capped), tuple(overtimes))
