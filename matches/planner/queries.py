"""The matches that were played for plans, and what an event's own plan starts from."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from django.utils import timezone

from matches.clock.queries import round_clocks
from matches.course.queries import stages_of
from matches.enums import EntryStatus, JobState, MatchKind, ResultStatus, RoundStatus, StageKind
from matches.forecasts.round_end_queries import pace_of
from matches.models import Entry, Event, Job, Match, MatchSample, Round
from matches.planner.cut import CUT_KIND, CutAnswer, CutQuestion
from matches.planner.observed import Observed
from matches.planner.plan import MOST_CUT, MOST_ROUNDS
from matches.planner.sample import Sample
from rules_engine.planning.traces import Traces, TracesError, unpack


def matches_for(sample: Sample) -> Traces | None:
    """The matches of a plan; None until enough have been simulated."""
    kept = MatchSample.objects.filter(key=sample.key).values_list("matches", flat=True).first()
    if kept is None or kept < sample.size:
        return None
    try:
        return _kept(sample.key, kept)
    except (MatchSample.DoesNotExist, TracesError):  # dropped as the oldest meanwhile, or not to be read any more
        return None


@lru_cache(maxsize=8)
def _kept(key: str, matches: int) -> Traces:
    """A key always means the same matches, so that they are read once."""
    return unpack(bytes(MatchSample.objects.values_list("traces", flat=True).get(key=key, matches=matches)))


def cut_for(question: CutQuestion) -> CutAnswer | None:
    """What is known about the rounds and the cut; None while nobody has simulated them."""
    done = Job.objects.filter(kind=CUT_KIND, state=JobState.DONE, params=msgspec.to_builtins(question)).first()
    try:
        return None if done is None else msgspec.convert(done.result, CutAnswer)
    except msgspec.ValidationError:  # kept by an older version
        return None


def plan_of_event(event: Event) -> dict[str, Any]:
    """The fields of the plan as the event is set up now: players, rounds, cut and cap."""
    stages = stages_of(event)
    swiss = sum(stage.rounds_planned for stage in stages if stage.kind == StageKind.SWISS)
    cut = next((stage.cut_to for stage in stages if stage.cut_to), 0)
    players = max(Entry.objects.filter(event=event).exclude(status__in=EntryStatus.out()).count(), 2)
    rounds = min(swiss, MOST_ROUNDS) or None
    # While people still enter, the cut may be larger than the number of those who have.
    cut = min(cut or 0, MOST_CUT, players)
    return {"players": players, "rounds": rounds, "cut": cut, "cap": event.cap_minutes}


def observed_in(event: Event) -> Observed:
    """What the matches of an event have taken so far: finished ones, and those that are being played."""
    begun = (RoundStatus.RUNNING, RoundStatus.TIME_CALLED, RoundStatus.CLOSED)
    rounds = Round.objects.filter(stage__event=event, status__in=begun)
    clocks = round_clocks(rounds, event.cap_minutes * 60)
    pace = pace_of(clocks)
    still = Match.objects.filter(round__in=clocks, kind=MatchKind.PLAYED, table__isnull=False)
    still = still.exclude(round__status=RoundStatus.CLOSED).exclude(results__status=ResultStatus.CONFIRMED)
    now = timezone.now()
    readings = [clocks[round_id].read(now, pk) for pk, round_id in still.values_list("pk", "round_id")]
    # As with reported matches, what comes after the cap says nothing of the pace: a table may have been forgotten.
    going = [min(reading.allowed - reading.left, reading.allowed) for reading in readings if reading.running]
    at_least = (*pace.capped, *(seconds for seconds in going if seconds > 0))
    return Observed(pace.played, at_least, pace.overtimes)
