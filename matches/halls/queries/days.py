"""Hall days: those of a person, and the events of one."""

from __future__ import annotations

from itertools import combinations, product
from typing import NamedTuple

from django.db.models import Q, QuerySet

from matches.events.queries.events import CURRENT, events_to_copy
from matches.halls.queries.tables import ranges_of, seats_of
from matches.models import Event, HallDay, User
from matches.table_ranges import Ranges, without

MOST = 50


def standing_hall_days() -> QuerySet[HallDay]:
    """The hall days that have not been removed."""
    return HallDay.objects.filter(removed_at__isnull=True)


def hall_days_of(user: object) -> list[HallDay]:
    """The newest hall days where a person has a role; all of them for a superuser."""
    if not isinstance(user, User) or not user.is_active:
        return []
    known = standing_hall_days()
    if not user.is_superuser:
        known = known.filter(roles__user=user).distinct()
    return list(known[:MOST])


def events_of_hall(hall_day: HallDay, *, public_only: bool = False) -> list[Event]:
    """The events of a hall day, those that are finished last."""
    events = Event.objects.filter(hall_day=hall_day, **({"published": True} if public_only else {}))
    return sorted(events.order_by("date", "pk"), key=lambda event: event.finished_at is not None)


def events_to_add(user: object) -> QuerySet[Event]:
    """The events that a person organises and that are in no hall day, without those that are over."""
    free = Q(hall_day__isnull=True, finished_at__isnull=True)
    return events_to_copy(user).filter(CURRENT & free).order_by("-date", "-pk")


def in_hall_day(event: Event) -> bool:
    """Whether the event is in a hall day."""
    return event.hall_day_id is not None


def drawn_hall(event: Event) -> str:
    """The address part of the event's hall day if that has a plan, else "": one query, outside a hall day none."""
    if event.hall_day_id is None:
        return ""
    return HallDay.objects.filter(pk=event.hall_day_id).exclude(plan="").values_list("slug", flat=True).first() or ""


class Overlap(NamedTuple):
    """Two events that have tables in common."""

    first: Event
    second: Event
    tables: Ranges


def overlaps(events: list[Event]) -> list[Overlap]:
    """Which events have tables of their own in common; one that may use all tables is no clash by itself."""
    found = []
    for first, second in combinations([event for event in events if event.tables and event.finished_at is None], 2):
        here, there = ranges_of(first.tables), ranges_of(second.tables)
        common = without(here, without(here, there))
        if common:
            found.append(Overlap(first, second, common))
    return found


class Stray(NamedTuple):
    """An event without tables of its own, whose players are seated at some of another one's."""

    event: Event
    owner: Event
    tables: Ranges


def strays(events: list[Event]) -> list[Stray]:
    """Who is seated at another event's tables now, in drafts too: one query, none where each event has its own."""
    current = [event for event in events if event.finished_at is None]
    guests, owners = [event for event in current if not event.tables], [event for event in current if event.tables]
    if not guests or not owners:
        return []
    seats = seats_of(guests)
    found = []
    for guest, owner in product(guests, owners):
        here = seats.get(guest.pk, ())
        common = without(here, without(here, ranges_of(owner.tables)))
        if common:
            found.append(Stray(guest, owner, common))
    return found
