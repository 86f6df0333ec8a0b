"""Which rows belong to an event: read from the models themselves, so that a new table is not forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from graphlib import TopologicalSorter

from django.apps import apps
from django.db import models
from django.db.models import Q, QuerySet

from matches.models import AuditRow, Event, QualifyingEvent, Round

Table = type[models.Model]


@lru_cache(maxsize=1)
def owned_tables() -> tuple[tuple[Table, str], ...]:
    """The models whose rows belong to one event, each with the way there, those first that others do not point to.

    A row belongs to the event that it names, or to that of a row which it cannot be without.
    """
    ways = _ways()
    order = TopologicalSorter[Table]({table: set() for table in ways})
    for table in ways:
        for field in _keys(table):
            if field.related_model in ways and field.related_model is not table:
                order.add(field.related_model, table)  # what points comes before what is pointed to
    return tuple((table, ways[table]) for table in order.static_order())


def _ways() -> dict[Table, str]:
    ways: dict[Table, str] = {}
    everything = apps.get_models(include_auto_created=True)
    while True:
        found = {
            table: way for table in everything if table not in ways and table is not Event if (way := _way(table, ways))
        }
        if not found:
            return ways
        ways |= found


def _way(table: Table, ways: dict[Table, str]) -> str:
    """The lookup that leads from the table to the event; "" if none does yet."""
    fields = list(_keys(table))
    direct = next((field.name for field in fields if field.related_model is Event), "")
    if direct:
        return direct
    return next((f"{field.name}__{ways[field.related_model]}" for field in fields if _holds(field, ways)), "")


def _holds(field: models.ForeignKey[models.Model], ways: dict[Table, str]) -> bool:
    return field.related_model in ways and not field.null


def _keys(table: Table) -> Iterator[models.ForeignKey[models.Model]]:
    return (field for field in table._meta.get_fields() if isinstance(field, models.ForeignKey))


def rows_of(table: Table, way: str, event_id: int) -> QuerySet[models.Model]:
    """The rows of a table that belong to the event."""
    return table._base_manager.filter(**{way: event_id}).order_by()


def was_published(event: Event) -> bool:
    """Whether players ever saw a round of the event."""
    return Round.objects.filter(stage__event=event, published_at__isnull=False).exists()


def events_that_need(event: Event) -> list[str]:
    """The names of other events that take players from this one, or whose logs name players that are here now."""
    taking = QualifyingEvent.objects.filter(source=event).values("event")
    naming = AuditRow.objects.filter(entry__event=event).exclude(event=event).values("event")
    needing = Event.objects.filter(Q(pk__in=taking) | Q(pk__in=naming)).order_by("date", "pk")
    return list(needing.values_list("name", flat=True))
