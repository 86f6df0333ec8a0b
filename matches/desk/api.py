"""The next steps of an event, as the desk lists them."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import OfEvent, Predicate
from matches.api.schema import described
from matches.desk.labels import step_text
from matches.desk.queries import read_event_now
from matches.desk.serializers import NextStepsSerializer
from matches.permissions import can_see_desk


class NextSteps(OfEvent):
    rights: ClassVar[dict[str, Predicate]] = {"GET": can_see_desk}

    @described(
        "next_read",
        "What should and what can happen next",
        tag="events",
        answers={200: NextStepsSerializer},
        fails=(401, 403, 404, 429),
    )
    def get(self, request: Request, slug: str) -> Response:
        """For the asker's rights, most urgent first: what the desk lists, then what is `possible` as well."""
        now = read_event_now(self.event, self.roles, timezone.now())
        steps = [{**msgspec.structs.asdict(step), "text": step_text(step, now)} for step in now.steps]
        return Response(NextStepsSerializer({"steps": steps}).data)
