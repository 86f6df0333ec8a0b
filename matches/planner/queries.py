"""The matches that were played for plans, and what an event's own plan starts from."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from matches.enums import EntryStatus, JobState, StageKind
from matches.models import Entry, Event, Job, MatchSample
from matches.planner.cut import CUT_KIND, CutAnswer, CutAsked
from matches.planner.sample import Sample
from matches.rounds.queries import stages_of
from rules_engine.planning.traces import MatchTrace, unpack


def matches_for(sample: Sample) -> list[MatchTrace] | None:
    """The matches of a plan; None while nobody has played them."""
    return _kept(sample.key) if MatchSample.objects.filter(key=sample.key).exists() else None


@lru_cache(maxsize=8)
def _kept(key: str) -> list[MatchTrace]:
    """A key always means the same matches, so that they are read once."""
    return unpack(bytes(MatchSample.objects.values_list("traces", flat=True).get(key=key)))


def cut_for(asked: CutAsked) -> CutAnswer | None:
    """What is known about the rounds and the cut; None while nobody has simulated them."""
    done = Job.objects.filter(kind=CUT_KIND, state=JobState.DONE, params=msgspec.to_builtins(asked)).first()
    return None if done is None else msgspec.convert(done.result, CutAnswer)


def plan_of_event(event: Event) -> dict[str, Any]:
    """The fields of the plan as the event is set up now: players, rounds, cut and cap."""
    stages = stages_of(event)
    swiss = sum(stage.rounds_planned for stage in stages if stage.kind == StageKind.SWISS)
    cut = next((stage.cut_to for stage in stages if stage.cut_to), 0)
    players = Entry.objects.filter(event=event).exclude(status__in=EntryStatus.out()).count()
    return {"players": max(players, 2), "rounds": swiss or None, "cut": cut or 0, "cap": event.cap_minutes}
