"""The next steps of an event, as the desk lists them."""

from __future__ import annotations

from typing import ClassVar

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import EventScopedView, Predicate
from matches.api.schema import operation
from matches.next_steps.queries import read_event_now
from matches.next_steps.serializers import NextStepsSerializer
from matches.permissions import can_see_desk


class NextStepsView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"GET": can_see_desk}

    @operation(
        "next_read",
        "What should and what can happen next",
        tag="events",
        responses={200: NextStepsSerializer},
        errors=(401, 403, 404, 429),
    )
    def get(self, request: Request, slug: str) -> Response:
        """The steps you may see, most urgent first: those that the desk lists, then those that are only `possible`."""
        now = read_event_now(self.event, self.roles, timezone.now())
        return Response(self.serialized(NextStepsSerializer, now, now=now))
