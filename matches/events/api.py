"""Events: the list, a new one, one with its settings, its stages, and the acts that open and close it."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import Action, ActionOn, Api, OfEvent, Predicate, actor_of, must_be_account, valid
from matches.api.conditional import answer, event_tag, events_tag
from matches.api.filters import EventFilter
from matches.api.once import create_once
from matches.api.schema import WRITES, described
from matches.events.plan_services import EventPlan
from matches.events.serializers import (
    EventGiven,
    EventShort,
    EventShown,
    PresetShown,
    ReasonGiven,
    StageShown,
    new_event,
)
from matches.events.services import create_event, finish_event, publish_event, reopen_event, update_event
from matches.events.value_serializers import (
    changed_plan,
    counted,
    event_short,
    event_shown,
    presets_shown,
    roles_held,
    stages_shown,
    visible_events,
)
from matches.models import Event
from matches.permissions import can_organise

PARTS = ("event", "people", "staff", "rounds", "pairings", "clock")
"""The live parts that an event's own representation shows."""


def read_event(request: Request, slug: str, *, staff: bool) -> dict[str, Any]:
    """An event as it is now, for whoever asks."""
    event = counted(Event.objects.filter(slug=slug)).get()
    roles = roles_held(request.user, [event]).get(event.pk, [])
    return EventShown(event_shown(event, roles, staff=staff)).data


class Events(Api, GenericAPIView):
    queryset = Event.objects.all()
    serializer_class = EventShort
    filterset_class = EventFilter

    @described(
        "events_list",
        "The events that are open to all, and one's own",
        tag="events",
        answers={200: EventShort(many=True)},
        fails=(400, 404, 429),
        conditional=True,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Newest first. Log in to see the events where you work before they are open to all."""
        events = visible_events(request.user)
        viewer = str(request.user.pk or "")
        return answer(request, events_tag(events.values_list("pk", flat=True), viewer=viewer), self._page)

    def _page(self) -> Response:
        events = counted(visible_events(self.request.user)).order_by("-date", "-id")
        rows = self.paginate_queryset(self.filter_queryset(events)) or []
        roles = roles_held(self.request.user, rows)
        shown = [event_short(event, roles.get(event.pk, [])) for event in rows]
        return self.get_paginated_response(EventShort(shown, many=True).data)

    @described(
        "events_create",
        "Make an event from a preset or by own rules",
        tag="events",
        takes=EventGiven,
        answers={201: EventShown},
        fails=tuple(status for status in WRITES if status != 404),
        once=True,
    )
    def post(self, request: Request) -> Response:
        """Whoever makes an event becomes its organiser. It is not published yet."""
        must_be_account(request)
        plan = EventPlan(**new_event(valid(EventGiven(data=request.data))))
        response = create_once(
            request,
            lambda: create_event(actor=actor_of(request), plan=plan).slug,
            lambda slug: read_event(request, slug, staff=True),
        )
        response.headers["Location"] = reverse("api-event", args=[response.data["slug"]])
        return response


class OneEvent(OfEvent):
    rights: ClassVar[dict[str, Predicate]] = {"PATCH": can_organise}

    @described("events_read", "An event with its settings", tag="events", answers={200: EventShown}, conditional=True)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Its rules, its stages in short, and the round that the hall is in."""
        # One's own roles stand in it, so that each person's copy is another.
        tag = event_tag(self.event, PARTS, viewer=f"{self.viewer} {request.user.pk}")
        return answer(request, tag, lambda: Response(read_event(request, slug, staff=self.staff)))

    @described(
        "events_change",
        "Change settings",
        tag="events",
        takes=EventGiven(partial=True),
        answers={200: EventShown},
        fails=WRITES,
    )
    def patch(self, request: Request, slug: str) -> Response:
        """What is left out stays. What would change a result is locked once a round is published."""
        given = EventGiven(data=request.data, partial=True, context={"preset": self.event.preset})
        plan = changed_plan(self.event, valid(given))
        update_event(event_id=self.event.pk, actor=actor_of(request), plan=plan)
        return Response(read_event(request, slug, staff=True))


ACTS = {
    "publish": Action(
        says="Open the public page",
        about="Everyone may then see the event and what is published of it.",
        may=can_organise,
        do=lambda event, actor, data: publish_event(event_id=event.pk, actor=actor),
    ),
    "unpublish": Action(
        says="Close the public page",
        about="The event is then there for its staff only.",
        may=can_organise,
        do=lambda event, actor, data: publish_event(event_id=event.pk, actor=actor, on=False),
    ),
    "finish": Action(
        says="Finish the event",
        about="Nobody signs up and no round is paired after it.",
        may=can_organise,
        do=lambda event, actor, data: finish_event(event_id=event.pk, actor=actor),
    ),
    "reopen": Action(
        says="Take a finished event up again",
        about="With a reason, which the log keeps.",
        may=can_organise,
        takes=ReasonGiven,
        do=lambda event, actor, data: reopen_event(event_id=event.pk, actor=actor, **data),
    ),
}


class EventAct(ActionOn):
    def subject(self, **address: Any) -> Event:
        return self.event

    def shown(self, subject: Event, done: Any) -> dict[str, Any]:
        return read_event(self.request, subject.slug, staff=True)


class Stages(OfEvent):
    @described(
        "stages_list",
        "The stages of an event in order",
        tag="events",
        answers={200: OpenApiResponse(StageShown(many=True))},
        conditional=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Each with the numbers of its rounds. All of them at once: there are a few at the most."""
        tag = event_tag(self.event, ("event", "rounds", "pairings"), viewer=self.viewer)
        shown = stages_shown(self.event, staff=self.staff)
        return answer(request, tag, lambda: Response(StageShown(shown, many=True).data))


class Presets(Api):
    @described(
        "presets_list",
        "The games' presets, from which events are made",
        tag="events",
        answers={200: OpenApiResponse(PresetShown(many=True))},
        fails=(429,),
    )
    def get(self, request: Request) -> Response:
        """Every named rule set with its time cap."""
        return Response(PresetShown(presets_shown(), many=True).data)
