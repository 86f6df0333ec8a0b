"""The schedule of an event: read by everyone, replaced by the organiser, moved by the desk."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import EventScopedView, Predicate, actor_of, validated
from matches.api.once import REPLAY, act_once
from matches.api.schema import WRITES, operation
from matches.models import Event
from matches.permissions import can_organise, can_run_rounds
from matches.planner.schedule_serializers import ScheduleSerializer, ShiftSerializer
from matches.schedule.items import Item
from matches.schedule.queries import last_change
from matches.schedule.services import set_schedule, shift_schedule


class ScheduleView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"PUT": can_organise}

    @operation("schedule_read", "The schedule", tag="events", responses={200: ScheduleSerializer})
    def get(self, request: Request, slug: str) -> Response:
        """What begins when, by the event's clock."""
        return _answer(self.event)

    @operation(
        "schedule_set",
        "Replace the schedule",
        tag="events",
        request=ScheduleSerializer,
        responses={200: ScheduleSerializer},
        errors=WRITES,
    )
    def put(self, request: Request, slug: str) -> Response:
        """It shows at once on the public pages, which count down to the next item."""
        data: dict[str, Any] = validated(ScheduleSerializer(data=request.data))
        items = [Item(datetime.fromisoformat(item["at"]), item["text"]) for item in data["items"]]
        made_of = data.get("made_of")
        return _answer(set_schedule(event=self.event, actor=actor_of(request), items=items, made_of=made_of))


class ScheduleShiftView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_run_rounds}

    @operation(
        "schedule_shift",
        "Move what is still to come",
        tag="events",
        request=ShiftSerializer,
        responses={200: ScheduleSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """All items later than now move by the same minutes."""
        data: dict[str, Any] = validated(ShiftSerializer(data=request.data))
        now = act_once(request, lambda: shift_schedule(event=self.event, actor=actor_of(request), **data))
        self.event.refresh_from_db()
        return Response(_answer(self.event).data, headers=None if now else REPLAY)


def _answer(event: Event) -> Response:
    items = [{"at": item["at"], "text": item["text"]} for item in event.schedule]
    return Response({"items": items, "made_of": last_change(event)})
