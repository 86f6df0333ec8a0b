"""Announcements of an event: what shows now, a new one, and ending one."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from matches.announcements.queries import showing
from matches.announcements.serializers import AnnouncementSerializer, NewAnnouncementSerializer
from matches.announcements.services import announce, end_announcement
from matches.api.base import EventScopedListView, EventScopedView, Predicate, actor_of, must_be_empty, validated
from matches.api.once import REPLAY, act_once, create_once
from matches.api.schema import WRITES, operation
from matches.enums import Audience
from matches.models import Announcement
from matches.permissions import can_announce


class AnnouncementListView(EventScopedListView):
    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_announce}
    queryset = Announcement.objects.all()
    serializer_class = AnnouncementSerializer
    filter_backends = []

    def get_queryset(self) -> QuerySet[Announcement]:
        rows = showing(self.event, timezone.now())
        return rows if self.staff else rows.filter(audience=Audience.EVERYONE)

    @operation(
        "announcements_list",
        "The announcements that show now",
        tag="live",
        responses={200: AnnouncementSerializer(many=True)},
        table=True,
    )
    def get(self, request: Request, slug: str) -> Response:
        """The newest first. The staff see all of them, everybody else those for everyone."""
        return self.page()

    @operation(
        "announce",
        "Make an announcement",
        tag="live",
        request=NewAnnouncementSerializer,
        responses={201: AnnouncementSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """It shows at once on the pages of those whom it is for."""
        data: dict[str, Any] = validated(NewAnnouncementSerializer(data=request.data))
        make = lambda: str(announce(event=self.event, actor=actor_of(request), **data).key)  # noqa: E731
        return create_once(request, make, self._shown)

    def _shown(self, key: str) -> Any:
        row = Announcement.objects.select_related("match").get(event=self.event, key=key)
        return self.serialized(AnnouncementSerializer, row)


class AnnouncementEndView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_announce}

    @operation(
        "announcement_end",
        "End an announcement",
        tag="live",
        request=None,
        responses={200: AnnouncementSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str, key: uuid.UUID) -> Response:
        """It disappears from all pages."""
        must_be_empty(request)
        row = get_object_or_404(Announcement.objects.select_related("match"), event=self.event, key=key)
        now = act_once(request, lambda: end_announcement(announcement=row, actor=actor_of(request)))
        row.refresh_from_db()
        return Response(self.serialized(AnnouncementSerializer, row), headers=None if now else REPLAY)
