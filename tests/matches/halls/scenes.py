"""A hall day with two events that are played in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from matches.audit.services import Actor
from matches.halls.services.days import HallTerms, create_hall_day
from matches.halls.services.events import add_to_hall_day
from matches.models import Event, HallDay
from tests.factories import UserFactory
from tests.matches.playing import event_of


@dataclass
class Convention:
    """``main`` and ``side`` in one hall; ``desk`` made the day, and is a superuser."""

    desk: Actor
    day: HallDay
    main: Event
    side: Event


def hall_day(desk: Actor, *, tables: str = "1-40") -> HallDay:
    return create_hall_day(actor=desk, terms=HallTerms(name="Autumn Con", date=date(2026, 11, 28), tables=tables))


def convention(*, main: str = "1-8", side: str = "9-16", hall: str = "1-40", players: int = 4) -> Convention:
    """Two events of so many players, with their tables ("": all of the hall's)."""
    desk = Actor(user=UserFactory(is_superuser=True))
    day = hall_day(desk, tables=hall)
    events = []
    for name, tables in (("Main Event", main), ("Blitz Side Event", side)):
        event = event_of(players)
        Event.objects.filter(pk=event.pk).update(name=name)
        events.append(add_to_hall_day(event=event, hall_day=day, actor=desk, tables=tables))
    return Convention(desk, day, *events)
