"""Filters and order of a list of entries."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django_filters import rest_framework as filters

from matches.api.filters import OrderFilter, order_of
from matches.enums import EntryStatus, NameDisplay
from matches.models import Entry
from matches.names.display import plain

ENTRY_ORDERS = {"number": "number", "name": "player__sort_name", "seed": "seed"}


class EntryFilter(filters.FilterSet):
    """Entries by status and name. Hidden names cannot be used to search or order."""

    status = filters.ChoiceFilter(choices=EntryStatus.choices)
    q = filters.CharFilter(method="of_text", max_length=120, label="Part of the name; for staff also of the ID.")
    order = OrderFilter(ENTRY_ORDERS, method="in_order")

    class Meta:
        model = Entry
        fields: list[str] = []

    @property
    def _view(self) -> Any:
        return self.request.parser_context["view"]

    def of_text(self, entries: QuerySet[Entry], name: str, value: str) -> QuerySet[Entry]:
        """Players whose name holds the text: for the public, only names that it sees whole."""
        if self._view.staff:
            return entries.filter(
                Q(player__plain_name__contains=plain(value)) | Q(player__external_id__icontains=value)
            )
        shown = Q(name_display=NameDisplay.FULL)
        if self._view.event.name_display == NameDisplay.FULL:
            shown |= Q(name_display__isnull=True)
        return entries.filter(shown, player__plain_name__contains=plain(value))

    def in_order(self, entries: QuerySet[Entry], name: str, value: str) -> QuerySet[Entry]:
        """The players in an order that does not give away names which the public does not see."""
        open_to_all = value.lstrip("-") == "number" or (
            value.lstrip("-") == "name"
            and self._view.event.name_display == NameDisplay.FULL
            and not entries.filter(name_display__gt=NameDisplay.FULL).exists()
        )
        if not (self._view.staff or open_to_all):
            return entries.order_by("number")
        return entries.order_by(order_of(ENTRY_ORDERS, value), "number")
