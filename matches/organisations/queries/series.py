"""Reads the series of organisations."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from matches.models import Event, Organisation, Series


def series_of(organisations: Iterable[Organisation]) -> QuerySet[Series]:
    """The series of these organisations that have not been removed, by organisation and name."""
    rows = Series.objects.filter(organisation__in=organisations, removed_at__isnull=True)
    return rows.select_related("organisation").order_by("organisation__name", "organisation", "name", "pk")


def has_series(organisation: Organisation) -> bool:
    """Whether an organisation has a series."""
    return Series.objects.filter(organisation=organisation, removed_at__isnull=True).exists()


def series_at(event: Event) -> Series | None:
    """The series of an event, unless it has been removed; without a query for an event of none."""
    if event.series_id is None:
        return None
    return Series.objects.filter(pk=event.series_id, removed_at__isnull=True).first()
