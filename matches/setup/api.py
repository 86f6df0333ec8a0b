"""Events: the list, a new one, one with its settings, its stages, and the acts that open and close it."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.actions import Action, ActionView
from matches.api.base import ApiView, EventScopedView, Predicate, actor_of, must_be_account, validated
from matches.api.conditional import answer, event_tag, events_tag
from matches.api.once import create_once
from matches.api.pagination import PAGE_PARAMETERS
from matches.api.schema import WRITES, operation
from matches.api.serializers import ReasonSerializer
from matches.course.queries import stages_of
from matches.events.queries.events import roles_held, stage_settings, stages_with_rounds, visible_events, with_players
from matches.events.queries.games import game_presets
from matches.events.serializers.events import (
    EventCreateSerializer,
    EventRowSerializer,
    EventSerializer,
    PresetSerializer,
    StageSerializer,
)
from matches.events.services.events import create_event, publish_event, update_event
from matches.events.services.plans import EventPlan, changed_plan
from matches.final.services import finish_event, reopen_event
from matches.models import Event
from matches.permissions import can_organise
from matches.setup.filters import EventFilter

PARTS = ("event", "people", "staff", "rounds", "pairings", "clock")
"""The live parts that an event's own representation shows."""


def event_data(request: Request, slug: str, *, staff: bool) -> dict[str, Any]:
    """An event as it is now, as the answer shows it."""
    event = with_players(Event.objects.filter(slug=slug)).get()
    event.stage_settings = stage_settings(stages_of(event))  # type: ignore[attr-defined]
    context = {"staff": staff, "roles": roles_held(request.user, [event])}
    return EventSerializer(event, context=context).data


class EventListView(ApiView, GenericAPIView[Any]):
    queryset = Event.objects.all()
    serializer_class = EventRowSerializer
    filterset_class = EventFilter

    def known_parameters(self) -> set[str]:
        return {*super().known_parameters(), *PAGE_PARAMETERS, *EventFilter.base_filters}

    @operation(
        "events_list",
        "Public events and your own",
        tag="events",
        responses={200: EventRowSerializer(many=True)},
        errors=(400, 404, 429),
        conditional=True,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Newest first. Sign in to see unpublished events where you have a role."""
        events = visible_events(request.user)
        viewer = str(request.user.pk or "")
        return answer(request, events_tag(events, viewer=viewer), self._page)

    def _page(self) -> Response:
        events = with_players(visible_events(self.request.user)).order_by("-date", "-id")
        rows = self.paginate_queryset(self.filter_queryset(events)) or []
        context = {"roles": roles_held(self.request.user, rows)}
        return self.get_paginated_response(EventRowSerializer(rows, many=True, context=context).data)

    @operation(
        "events_create",
        "Create an event from a preset or custom rules",
        tag="events",
        request=EventCreateSerializer,
        responses={201: EventSerializer},
        errors=tuple(status for status in WRITES if status != 404),
        once=True,
    )
    def post(self, request: Request) -> Response:
        """The person who creates an event becomes its organiser. The event is not published yet."""
        must_be_account(request)
        plan = EventPlan(**validated(EventCreateSerializer(data=request.data)))
        response = create_once(
            request,
            lambda: create_event(actor=actor_of(request), plan=plan).slug,
            lambda slug: event_data(request, slug, staff=True),
        )
        response.headers["Location"] = reverse("api-event", args=[response.data["slug"]])
        return response


class EventView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"PATCH": can_organise}

    @operation(
        "events_read", "An event with its settings", tag="events", responses={200: EventSerializer}, conditional=True
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Its rules, its stages in short, and the round that the hall is in."""
        # It shows the asker's own roles, so each person has a copy of their own.
        tag = event_tag(self.event, PARTS, viewer=f"{self.viewer} {request.user.pk}")
        return answer(request, tag, lambda: Response(event_data(request, slug, staff=self.staff)))

    @operation(
        "events_change",
        "Change settings",
        tag="events",
        request=EventCreateSerializer(partial=True),
        responses={200: EventSerializer},
        errors=WRITES,
    )
    def patch(self, request: Request, slug: str) -> Response:
        """What is left out stays. What would change a result is locked once a round is published."""
        known = {"preset": self.event.preset, "game": self.event.game}
        serializer = EventCreateSerializer(data=request.data, partial=True, context=known)
        plan = changed_plan(self.event, validated(serializer))
        update_event(event=self.event, actor=actor_of(request), plan=plan)
        return Response(event_data(request, slug, staff=True))


ACTIONS = {
    "publish": Action(
        summary="Open the public page",
        description="Everyone may then see the event and what is published of it.",
        permission=can_organise,
        perform=lambda event, actor, data: publish_event(event=event, actor=actor),
    ),
    "unpublish": Action(
        summary="Close the public page",
        description="The event is then there for its staff only.",
        permission=can_organise,
        perform=lambda event, actor, data: publish_event(event=event, actor=actor, on=False),
    ),
    "finish": Action(
        summary="Finish the event",
        description="Players can no longer sign up, and no round is paired.",
        permission=can_organise,
        perform=lambda event, actor, data: finish_event(event=event, actor=actor),
    ),
    "reopen": Action(
        summary="Reopen a finished event",
        description="With a reason, which is recorded in the log.",
        permission=can_organise,
        request=ReasonSerializer,
        perform=lambda event, actor, data: reopen_event(event=event, actor=actor, **data),
    ),
}


class EventActionView(ActionView):
    def get_object(self, **address: Any) -> Event:
        return self.event

    def respond(self, subject: Event, result: Any) -> dict[str, Any]:
        return event_data(self.request, subject.slug, staff=True)


class StageListView(EventScopedView):
    @operation(
        "stages_list",
        "The stages of an event in order",
        tag="events",
        responses={200: OpenApiResponse(StageSerializer(many=True))},
        conditional=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Each with the numbers of its rounds. All of them at once: there are a few at the most."""
        tag = event_tag(self.event, ("event", "rounds", "pairings"), viewer=self.viewer)
        stages = stages_with_rounds(self.event, staff=self.staff)
        return answer(request, tag, lambda: Response(self.serialized(StageSerializer, stages, many=True)))


class PresetListView(ApiView):
    @operation(
        "presets_list",
        "The games' presets, from which events are made",
        tag="events",
        responses={200: OpenApiResponse(PresetSerializer(many=True))},
        errors=(429,),
    )
    def get(self, request: Request) -> Response:
        """Every named rule set with its time cap."""
        return Response(PresetSerializer(game_presets(), many=True).data)
