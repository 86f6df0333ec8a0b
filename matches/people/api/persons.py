"""Entries across events: where a person plays, at the events where one works."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import ApiView, must_be_account
from matches.api.keyset import KEYSET_PARAMETERS, KeysetPages
from matches.api.schema import operation
from matches.api.serializers import EnumField, ResponseSerializer
from matches.api.tables import CsvFile
from matches.enums import EntryStatus
from matches.events.queries.events import events_with_role
from matches.models import Entry
from matches.names.display import plain
from matches.people.queries.privacy import players_with_id


class PersonEntrySerializer(ResponseSerializer):
    """A player's entry at one event. ``player`` is the same at every event."""

    player = serializers.UUIDField(source="player.key")
    event = serializers.SlugField(source="event.slug")
    event_name = serializers.CharField(source="event.name")
    date = serializers.DateField(source="event.date")
    number = serializers.IntegerField()
    name = serializers.CharField(source="player.name")
    external_id = serializers.CharField(source="player.external_id")
    status = EnumField(EntryStatus)


class PersonFilter(filters.FilterSet):
    """Entries by player, id, name and event."""

    player = filters.UUIDFilter("player__key", label="The player's key.")
    external_id = filters.CharFilter(method="of_id", max_length=60)
    q = filters.CharFilter(method="of_name", max_length=120, label="Part of the name.")
    event = filters.CharFilter("event__slug", max_length=80, label="The event's slug.")

    class Meta:
        model = Entry
        fields: list[str] = []

    def of_id(self, entries: QuerySet[Entry], name: str, value: str) -> QuerySet[Entry]:
        return entries.filter(player__in=players_with_id(value).values("pk"))

    def of_name(self, entries: QuerySet[Entry], name: str, value: str) -> QuerySet[Entry]:
        return entries.filter(player__plain_name__contains=plain(value))


class PersonEntriesView(ApiView, GenericAPIView[Any]):
    permission_classes = [IsAuthenticated]
    renderer_classes = [JSONRenderer, CsvFile]
    queryset = Entry.objects.all()
    serializer_class = PersonEntrySerializer
    filterset_class = PersonFilter
    pagination_class = KeysetPages
    page_keys: ClassVar = ("-event__date", "-event_id", "player__sort_name", "number")

    def known_parameters(self) -> set[str]:
        return {*super().known_parameters(), *KEYSET_PARAMETERS, *PersonFilter.base_filters}

    @operation(
        "entries_across_events",
        "Players at all events where you work",
        tag="entries",
        responses={200: PersonEntrySerializer(many=True)},
        errors=(401, 403, 404, 429),
        table=True,
    )
    def get(self, request: Request) -> Response:
        """The newest event first, by name. `?external_id=A1843` lists where this player has played.

        `next` and `previous` have a `cursor`; `count` is null where there is more than one page. `?page=1`
        counts, and pages by number are slow far down.
        """
        user = must_be_account(request)
        entries = Entry.objects.filter(event__in=events_with_role(user)).select_related("player", "event")
        rows: Any = self.paginate_queryset(self.filter_queryset(entries)) or []
        return self.get_paginated_response(PersonEntrySerializer(rows, many=True).data)
