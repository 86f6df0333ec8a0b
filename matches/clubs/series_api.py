"""A club's series in the API, for its members: the list, and the events of one."""

from __future__ import annotations

import uuid
from typing import Any, cast

from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import must_be_account
from matches.api.conditional import answer, events_tag
from matches.api.pagination import PAGE_PARAMETERS
from matches.api.schema import operation
from matches.clubs.api import ClubScopedView, club_tag
from matches.clubs.lookup_services import events_of_club, events_of_series, spans_of
from matches.clubs.serializers import SeriesSerializer
from matches.events.queries.events import roles_held
from matches.events.serializers.events import EventRowSerializer
from matches.models import Event, Series, User
from matches.organisations.queries.series import series_of


class _SeriesScopedView(ClubScopedView, GenericAPIView[Any]):
    filter_backends = []

    def known_parameters(self) -> set[str]:
        return {*super().known_parameters(), *PAGE_PARAMETERS}

    def tag(self, request: Request) -> str:
        """The ETag of what the asker sees of the club's series and their events."""
        user = must_be_account(request)
        events = events_of_club(self.club, user).filter(series__isnull=False)
        return club_tag(user, [self.club.pk], events_tag(events, viewer=str(user.pk)))


class SeriesListView(_SeriesScopedView):
    queryset = Series.objects.all()
    serializer_class = SeriesSerializer

    @operation(
        "series_list",
        "The series of a club",
        tag="clubs",
        responses={200: SeriesSerializer(many=True)},
        errors=(401, 403, 404, 429),
        conditional=True,
    )
    def get(self, request: Request, club: str) -> HttpResponseBase:
        """By name, for the club's members, with what they may see of its events."""
        return answer(request, self.tag(request), self._page)

    def _page(self) -> Response:
        rows = list(self.paginate_queryset(series_of([self.club])) or [])
        spans = spans_of(self.club, cast(User, self.request.user), rows)
        return self.get_paginated_response(SeriesSerializer(rows, many=True, context={"spans": spans}).data)


class SeriesEventsView(_SeriesScopedView):
    queryset = Event.objects.all()
    serializer_class = EventRowSerializer

    @operation(
        "series_events",
        "The events of a series",
        tag="clubs",
        responses={200: EventRowSerializer(many=True)},
        errors=(401, 403, 404, 429),
        conditional=True,
    )
    def get(self, request: Request, club: str, key: uuid.UUID) -> HttpResponseBase:
        """Newest first: those with a public page and your own, without the archive."""
        series = get_object_or_404(series_of([self.club]), key=key)
        return answer(request, self.tag(request), lambda: self._page(series))

    def _page(self, series: Series) -> Response:
        rows = self.paginate_queryset(events_of_series(series, cast(User, self.request.user))) or []
        context = {"roles": roles_held(self.request.user, rows)}
        return self.get_paginated_response(EventRowSerializer(rows, many=True, context=context).data)
