"""Rulings: the list, logging one, and what a judge may do about one."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from judging.models import Ruling
from judging.permissions import can_head, can_log, can_see_evidence, can_see_floor
from judging.records.api import PARTS, RecordActionView, entry_of, log_once, match_of
from judging.records.serializers import RecordReasonSerializer, stamp_of
from judging.rulings.filters import RulingFilter
from judging.rulings.queries.penalties import STATEMENT, rulings_of
from judging.rulings.serializers import RulingCreateSerializer, RulingSerializer
from judging.rulings.services.rulings import log_ruling, undo_ruling, withdraw_ruling
from matches.api.actions import Action
from matches.api.base import EventScopedListView, EventScopedView, Predicate, actor_of, validated
from matches.api.conditional import answer, event_tag
from matches.api.schema import STAFF_READS, WRITES, operation


def ruling_data(view: EventScopedView, row: Ruling) -> dict[str, Any]:
    """One ruling as it is now."""
    data: dict[str, Any] = view.serialized(RulingSerializer, rulings_of(view.event).get(pk=row.pk))
    return data


class RulingListView(EventScopedListView):
    parameter_fields: ClassVar[dict[str, str]] = {"concerns": "player"}
    permissions: ClassVar[dict[str, Predicate]] = {"GET": can_see_floor, "POST": can_log}
    queryset = Ruling.objects.all()
    serializer_class = RulingSerializer
    filterset_class = RulingFilter

    def get_queryset(self) -> QuerySet[Ruling]:
        rulings = rulings_of(self.event)
        return rulings if can_see_evidence(self.roles) else rulings.exclude(matter=STATEMENT)

    @operation(
        "rulings_list",
        "The rulings of an event",
        tag="rulings",
        responses={200: RulingSerializer(many=True)},
        errors=STAFF_READS,
        conditional=True,
        table=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """In the order of the log; for the event's staff. Statements are listed for those who see evidence."""
        viewer = "staff with evidence" if can_see_evidence(self.roles) else "staff"
        return answer(request, event_tag(self.event, PARTS, viewer=viewer), self.page)

    @operation(
        "rulings_create",
        "Log a ruling",
        tag="rulings",
        request=RulingCreateSerializer,
        responses={200: RulingSerializer, 201: RulingSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Whether or not someone broke a rule. The same `id` sent again answers 200 with what is there."""
        data = validated(RulingCreateSerializer(data=request.data))
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

        return log_once(request, log, lambda pk: ruling_data(self, Ruling(pk=pk)))


class RulingActionView(RecordActionView):
    rows = Ruling.objects.select_related("event", "match__round__stage__event", "concerns__player", "incident")

    def respond(self, subject: Ruling, result: Any) -> dict[str, Any]:
        return ruling_data(self, subject)


ACTIONS = {
    "undo": Action(
        summary="Undo a ruling within ten seconds",
        permission=can_log,
        perform=lambda row, actor, data: undo_ruling(ruling=row, actor=actor),
    ),
    "withdraw": Action(
        summary="Rescind a ruling",
        description="The original stays in the log.",
        permission=can_head,
        request=RecordReasonSerializer,
        perform=lambda row, actor, data: withdraw_ruling(ruling=row, actor=actor, reason=data["reason"]),
    ),
}
