"""Reads what the first page shows of all public events: however many there are, with the same few queries."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec
from django.db.models import Count, Exists, OuterRef

from matches.clock.queries import RoundClock, round_clocks
from matches.course.queries import current_among
from matches.enums import EntryStatus, RoundStatus
from matches.events.declarations.sign_up_reading import sign_up_terms
from matches.events.queries.events import public_events
from matches.final.winner_queries import noted_winners
from matches.models import Entry, Event, Round, Stage
from matches.signups.queries import opening_times

LATELY = dt.timedelta(days=3)
"""An event of several days is still under way so long after its date; one that was left open is not."""
MOST_NEAR, MOST_COMING, MOST_LATELY = 24, 24, 12


@dataclass(frozen=True)
class EventNow:
    """Where an event stands. ``round`` is the current one that players may see; ``places`` are those taken and those
    there are (None without a limit), while players can sign up. Of one ``long_ago`` the rounds are not read.
    """

    event: Event
    round: Round | None = None
    clock: RoundClock | None = None
    places: tuple[int, int | None] | None = None
    winners: Sequence[Entry] = ()
    long_ago: bool = False

    @property
    def is_running(self) -> bool:
        return self.round is not None and self.event.finished_at is None


@dataclass(frozen=True)
class Today:
    """The events of the first page: today's, the running ones first; those to come, the next one first; those before,
    the last one first. ``has_more``: there are others, on the page of all events.
    """

    today: list[EventNow]
    coming: list[EventNow]
    lately: list[EventNow]
    has_more: bool


def events_now(now: dt.datetime) -> Today:
    """The public events around today where each stands: nine queries, however many there are."""
    day = now.date()
    public = public_events()
    under_way = Round.objects.filter(stage__event=OuterRef("pk"), status__in=RoundStatus.takes_results())
    around = public.filter(date__range=(day - LATELY, day)).annotate(runs=Exists(under_way))
    near = list(around.order_by("-runs", "-date", "-pk")[: MOST_NEAR + 1])
    coming = list(public.filter(date__gt=day).order_by("date", "pk")[: MOST_COMING + 1])
    before = list(public.filter(date__lt=day - LATELY).order_by("-date", "-pk")[: MOST_LATELY + 1])
    found = _found([*near[:MOST_NEAR], *coming[:MOST_COMING]], before[:MOST_LATELY], now)
    today = [known for known in found if known.event.date == day or (known.event.date < day and known.is_running)]
    held = {known.event.pk for known in today}
    lately = [known for known in found if known.event.date < day and known.event.pk not in held]
    return Today(
        today=sorted(today, key=lambda known: (not known.is_running, known.event.finished_at is not None)),
        coming=[known for known in found if known.event.date > day],
        lately=sorted(lately, key=lambda known: known.event.date, reverse=True)[:MOST_LATELY],
        has_more=len(near) > MOST_NEAR or len(coming) > MOST_COMING or max(len(lately), len(before)) > MOST_LATELY,
    )


def _found(near: list[Event], lately: list[Event], now: dt.datetime) -> list[EventNow]:
    """The events with all that is read of them; of those longer ago, who won."""
    stages = _stages_of(near)
    rounds = _rounds_of(stages)
    current = {event.pk: current_among(known for known in rounds[event.pk] if known.is_public) for event in near}
    clocks = _clocks(current.values())
    taken = _taken(near)
    winners = noted_winners([*near, *lately])
    found = []
    for event in near:
        round_ = current[event.pk]
        opened = _takes_sign_ups(event, stages[event.pk], rounds[event.pk], now)
        found.append(
            EventNow(
                event,
                round_,
                clocks.get(round_.pk) if round_ is not None else None,
                (taken.get(event.pk, 0), sign_up_terms(event).capacity) if opened else None,
                winners.get(event.pk, ()),
            )
        )
    return [*found, *(EventNow(event, winners=winners.get(event.pk, ()), long_ago=True) for event in lately)]


def _stages_of(events: list[Event]) -> dict[int, list[Stage]]:
    """The stages by event, in order of play; each knows its event."""
    by_pk = {event.pk: event for event in events}
    stages: dict[int, list[Stage]] = defaultdict(list)
    for stage in Stage.objects.filter(event__in=by_pk).order_by("order"):
        stage.event = by_pk[stage.event_id]
        stages[stage.event_id].append(stage)
    return stages


def _rounds_of(stages: dict[int, list[Stage]]) -> dict[int, list[Round]]:
    """The rounds of these stages that stand, by event, in order of play; each knows its stage."""
    by_pk = {stage.pk: stage for known in stages.values() for stage in known}
    rounds: dict[int, list[Round]] = defaultdict(list)
    standing = Round.objects.filter(stage__in=by_pk).exclude(status=RoundStatus.WITHDRAWN).defer("pairing")
    for round_ in standing.order_by("number"):
        round_.stage = by_pk[round_.stage_id]
        rounds[round_.stage.event_id].append(round_)
    for known in rounds.values():
        known.sort(key=lambda round_: round_.stage.order)
    return rounds


def _clocks(rounds: Iterable[Round | None]) -> dict[int, RoundClock]:
    """The clocks of the rounds that take results, each with its own event's cap: one query."""
    played = {known.pk: known for known in rounds if known is not None and known.status in RoundStatus.takes_results()}
    touched = round_clocks(Round.objects.filter(pk__in=played), 0)
    untouched = RoundClock(0, (), {})
    return {
        pk: msgspec.structs.replace(touched.get(pk, untouched), cap=round_.stage.event.cap_minutes * 60)
        for pk, round_ in played.items()
    }


def _taken(events: list[Event]) -> dict[int, int]:
    """How many are in, by event."""
    entries = Entry.objects.filter(event__in=[event.pk for event in events]).exclude(status__in=EntryStatus.out())
    return {row["event"]: row["n"] for row in entries.order_by().values("event").annotate(n=Count("pk"))}


def _takes_sign_ups(event: Event, stages: list[Stage], rounds: list[Round], now: dt.datetime) -> bool:
    """Whether players can sign up by themselves now, by what was read of all events (``signups.queries``)."""
    opens, closes = opening_times(event)
    if event.finished_at is not None or not sign_up_terms(event).sign_up:
        return False
    if (opens is not None and now < opens) or (closes is not None and now >= closes):
        return False
    begun = any(known.is_public or not known.stage.has_open_field or known.stage.order > 1 for known in rounds)
    first_is_over = any(stage.finished_at if stage.order == 1 else stage.started_at for stage in stages)
    return not begun and not first_is_over
