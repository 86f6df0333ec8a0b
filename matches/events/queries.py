"""Reads of events: those of a person, those that are open to all."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from matches.enums import EntryStatus, Role
from matches.models import Event, EventRole, User

MOST = 100


def _counted(events: QuerySet[Event]) -> QuerySet[Event]:
    """With ``players``, the number of those who are in or signed up."""
    return events.annotate(players=Count("entries", filter=~Q(entries__status=EntryStatus.DISQUALIFIED)))


def events_of(user: User) -> list[tuple[Event, list[str]]]:
    """The newest events that a person works at, with the roles there; all of them for a superuser. Two queries."""
    held: dict[int, list[str]] = {}
    for event_id, role in EventRole.objects.filter(user=user).order_by("pk").values_list("event_id", "role"):
        held.setdefault(event_id, []).append(role)
    events = Event.objects.all() if user.is_superuser else Event.objects.filter(pk__in=list(held))
    return [(event, held.get(event.pk, [Role.ORGANISER.value])) for event in _counted(events)[:MOST]]


def public_events() -> list[Event]:
    """The newest events with a public page. One query."""
    return list(_counted(Event.objects.filter(published=True))[:MOST])
