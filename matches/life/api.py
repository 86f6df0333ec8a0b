"""What may become of an event: another one like it, into the archive and out of it."""

from __future__ import annotations

from typing import ClassVar

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.actions import Action
from matches.api.base import EventScopedView, Predicate, actor_of, must_be_account, validated
from matches.api.once import create_once
from matches.api.schema import WRITES, operation
from matches.events.serializers.events import EventSerializer
from matches.life.archive_services import archive_event, unarchive_event
from matches.life.copy_services import copy_event
from matches.life.serializers import CopySerializer, terms_from
from matches.permissions import can_organise
from matches.setup.api import event_data

ACTIONS = {
    "archive": Action(
        summary="Hide an event from lists",
        description="One that is finished, or that has no round. Its pages stay where they are.",
        permission=can_organise,
        perform=lambda event, actor, data: archive_event(event=event, actor=actor),
    ),
    "unarchive": Action(
        summary="Put an event of the archive back into lists",
        description="It is as it was.",
        permission=can_organise,
        perform=lambda event, actor, data: unarchive_event(event=event, actor=actor),
    ),
}


class EventCopyView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_organise}
    parameter_fields: ClassVar[dict[str, str]] = {"day": "date"}

    @operation(
        "events_copy",
        "Make another event like this one",
        tag="events",
        request=CopySerializer,
        responses={201: EventSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """With its settings, stages, policy, staff, schedule and picture; nothing that was played comes along."""
        must_be_account(request)
        terms = terms_from(self.event, validated(CopySerializer(data=request.data)))
        response = create_once(
            request,
            lambda: copy_event(event=self.event, actor=actor_of(request), terms=terms).slug,
            lambda made: event_data(request, made, staff=True),
        )
        response.headers["Location"] = reverse("api-event", args=[response.data["slug"]])
        return response
