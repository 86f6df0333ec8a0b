"""Rulings, infractions and calls in the API: what lists them, what logs one, what finds one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from judging.api.filters import CallFilter, InfractionFilter, RulingFilter
from judging.api.serializers import (
    CallGiven,
    CallShown,
    InfractionGiven,
    InfractionShown,
    RulingGiven,
    RulingShown,
    stamp_of,
)
from judging.api.value_serializers import calls_shown, infractions_shown, rulings_shown
from judging.calls.queries import states_of
from judging.calls.services import call_judge
from judging.models import Call, Infraction, Record, Ruling
from judging.permissions import can_call_judge, can_log, can_see_floor
from judging.rulings.infraction_services import log_infraction
from judging.rulings.services import log_ruling
from matches.api.authentication import LinkAuthentication, LinkHolder
from matches.api.base import ListOf, Predicate, actor_of, everyone, valid
from matches.api.conditional import answer, event_tag
from matches.api.schema import WRITES, described
from matches.models import Entry, Event, Match

PARTS = ("rulings", "people")
READS = (400, 401, 403, 404, 429)
R = TypeVar("R", bound=Record)


def rulings_of(event: Event) -> QuerySet[Ruling]:
    return Ruling.objects.filter(event=event).select_related("judge", "round", "concerns").order_by("sequence")


def infractions_in(event: Event) -> QuerySet[Infraction]:
    rows = Infraction.objects.filter(event=event).select_related("judge", "round", "entry__player")
    return rows.order_by("sequence")


def calls_of(event: Event) -> QuerySet[Call]:
    return Call.objects.filter(event=event).select_related("judge", "round", "entry").order_by("sequence")


def match_of(event: Event, pk: int | None) -> Match | None:
    """The match that was named; 400 at the field for one that is not this event's."""
    if pk is None:
        return None
    match = Match.objects.filter(round__stage__event=event, pk=pk).select_related("round__stage__event").first()
    if match is None:
        raise ValidationError({"match": [_("There is no such match in this event.")]})
    return match


def entry_of(event: Event, number: int | None) -> Entry | None:
    """The player that was named by number; 400 at the field for one who is not in this event."""
    if number is None:
        return None
    entry = Entry.objects.filter(event=event, number=number).select_related("player").first()
    if entry is None:
        raise ValidationError({"player": [_("There is no player with this number in this event.")]})
    return entry


def log_once(data: dict[str, Any], log: Callable[[], R], show: Callable[[R], dict[str, Any]]) -> Response:
    """201 with what was logged; 200 when a record of that id is there already, which is then answered."""
    known = "id" in data and Record.objects.filter(pk=data["id"]).exists()
    row = log()
    return Response(show(row), status=200 if known else 201)


class Rulings(ListOf):
    rights: ClassVar[dict[str, Predicate]] = {"GET": can_see_floor, "POST": can_log}
    queryset = Ruling.objects.all()
    serializer_class = RulingShown
    filterset_class = RulingFilter

    def get_queryset(self) -> QuerySet[Ruling]:
        return rulings_of(self.event)

    def values(self, rows: list[Ruling]) -> list[dict[str, Any]]:
        return rulings_shown(rows)

    @described(
        "rulings_list",
        "The rulings of an event",
        tag="rulings",
        answers={200: RulingShown(many=True)},
        fails=READS,
        conditional=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """In the order of the log; for the event's staff."""
        return answer(request, event_tag(self.event, PARTS, viewer="staff"), self.page)

    @described(
        "rulings_create",
        "Log a ruling",
        tag="rulings",
        takes=RulingGiven,
        answers={200: RulingShown, 201: RulingShown},
        fails=WRITES,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Whether or not somebody was at fault. The same `id` sent again answers 200 with what is there."""
        data = valid(RulingGiven(data=request.data))
        match, concerns = match_of(self.event, data["match"]), entry_of(self.event, data["player"])

        def log() -> Ruling:
            return log_ruling(
                event=self.event,
                actor=actor_of(request),
                matter=data["matter"],
                outcome=data["outcome"],
                match=match,
                concerns=concerns,
                rule=data["rule"],
                comment=data["comment"],
                stamp=stamp_of(data),
            )

        return log_once(data, log, lambda row: ruling_shown(self.event, row))


def ruling_shown(event: Event, row: Ruling) -> dict[str, Any]:
    """One ruling as it is now."""
    return RulingShown(rulings_shown(rulings_of(event).filter(pk=row.pk))[0]).data


class Infractions(ListOf):
    rights: ClassVar[dict[str, Predicate]] = {"GET": can_see_floor, "POST": can_log}
    queryset = Infraction.objects.all()
    serializer_class = InfractionShown
    filterset_class = InfractionFilter

    def get_queryset(self) -> QuerySet[Infraction]:
        return infractions_in(self.event)

    def values(self, rows: list[Infraction]) -> list[dict[str, Any]]:
        return infractions_shown(rows)

    @described(
        "infractions_list",
        "The infractions of an event",
        tag="infractions",
        answers={200: InfractionShown(many=True)},
        fails=READS,
        conditional=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """In the order of the log, each with where its penalty stands; for the event's staff."""
        return answer(request, event_tag(self.event, PARTS, viewer="staff"), self.page)

    @described(
        "infractions_create",
        "Log an infraction and give its penalty",
        tag="infractions",
        takes=InfractionGiven,
        answers={200: InfractionShown, 201: InfractionShown},
        fails=WRITES,
    )
    def post(self, request: Request, slug: str) -> Response:
        """The answer says what the policy suggests. A floor judge's penalty from a round loss up, and one that is not
        the suggested, is provisional. The same `id` sent again answers 200 with what is there."""
        data = valid(InfractionGiven(data=request.data))
        match, entry = match_of(self.event, data["match"]), entry_of(self.event, data["player"])
        ruling = self._ruling(data["ruling"])

        def log() -> Infraction:
            assert entry is not None  # noqa: S101 - the number is required
            return log_infraction(
                event=self.event,
                actor=actor_of(request),
                entry=entry,
                code=data["code"],
                penalty=data["penalty"],
                match=match,
                comment=data["comment"],
                note_only=data["note_only"],
                self_report=data["self_report"],
                late_seconds=data["late_seconds"],
                ruling=ruling,
                statements=dict(data.get("statements", {})),
                stamp=stamp_of(data),
            )

        return log_once(data, log, lambda row: infraction_shown(self.event, row))

    def _ruling(self, key: Any) -> Ruling | None:
        return get_object_or_404(Ruling, event=self.event, pk=key) if key else None


def infraction_shown(event: Event, row: Infraction) -> dict[str, Any]:
    """One infraction as it is now."""
    return InfractionShown(infractions_shown(infractions_in(event).filter(pk=row.pk))[0]).data


class Calls(ListOf):
    authentication_classes = [LinkAuthentication, *ListOf.authentication_classes]
    rights: ClassVar[dict[str, Predicate]] = {"GET": can_see_floor, "POST": can_call_judge}
    queryset = Call.objects.all()
    serializer_class = CallShown
    filterset_class = CallFilter

    def right(self, request: Request) -> Predicate:
        """A player's link may call; the service sees to it that it is to the own table."""
        if request.method == "POST" and isinstance(request.user, LinkHolder):
            return everyone
        return super().right(request)

    def get_queryset(self) -> QuerySet[Call]:
        return calls_of(self.event)

    def values(self, rows: list[Call]) -> list[dict[str, Any]]:
        return calls_shown(states_of(rows))

    @described(
        "calls_list",
        "Calls for a judge",
        tag="calls",
        answers={200: CallShown(many=True)},
        fails=READS,
        conditional=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The oldest first; `open=true` for those that wait."""
        return answer(request, event_tag(self.event, ("calls",), viewer="staff"), self.page)

    @described(
        "calls_create",
        "Call a judge to a table",
        tag="calls",
        takes=CallGiven,
        answers={200: CallShown, 201: CallShown},
        fails=WRITES,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Staff for any table, a player's link for the own one. A call that is open there is answered."""
        data = valid(CallGiven(data=request.data))
        match = match_of(self.event, data["match"])
        assert match is not None  # noqa: S101 - the field is required

        def log() -> Call:
            return call_judge(match=match, actor=actor_of(request), about=data["about"], stamp=stamp_of(data))

        return log_once(data, log, lambda row: call_shown(self.event, row))


def call_shown(event: Event, row: Call) -> dict[str, Any]:
    """One call as it is now."""
    return CallShown(calls_shown(states_of(list(calls_of(event).filter(pk=row.pk))))[0]).data
