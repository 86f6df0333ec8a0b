"""Infractions with their penalties: the lists, logging one, and what a judge may do about one."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from judging.models import Infraction, PenaltyEvent, Ruling
from judging.permissions import can_head, can_log, can_rescind, can_see_floor
from judging.records.api import PARTS, RecordActionView, entry_of, log_once, match_of
from judging.records.serializers import RecordReasonSerializer, stamp_of
from judging.rulings.filters import InfractionFilter, PenaltyFilter
from judging.rulings.queries.penalties import infractions_of, with_penalties
from judging.rulings.serializers import (
    InfractionCreateSerializer,
    InfractionSerializer,
    PenaltyChangeSerializer,
    PenaltyConfirmSerializer,
    PenaltyEventSerializer,
    PenaltyIssueSerializer,
)
from judging.rulings.services.infractions import Fault, log_infraction
from judging.rulings.services.penalties import confirm_penalty, issue_penalty
from judging.rulings.services.rulings import keep_both
from judging.rulings.services.takebacks import apply_penalty, change_penalty, rescind_penalty, undo_infraction
from matches.api.actions import Action
from matches.api.base import EventScopedListView, EventScopedView, Predicate, actor_of, validated
from matches.api.conditional import answer, event_tag
from matches.api.schema import STAFF_READS, WRITES, operation


def infraction_data(view: EventScopedView, row: Infraction) -> dict[str, Any]:
    """One infraction as it is now."""
    now = with_penalties(infractions_of(view.event, pk=row.pk)).get()
    data: dict[str, Any] = view.serialized(InfractionSerializer, now)
    return data


class InfractionListView(EventScopedListView):
    parameter_fields: ClassVar[dict[str, str]] = {"entry": "player"}
    permissions: ClassVar[dict[str, Predicate]] = {"GET": can_see_floor, "POST": can_log}
    queryset = Infraction.objects.all()
    serializer_class = InfractionSerializer
    filterset_class = InfractionFilter

    def get_queryset(self) -> QuerySet[Infraction]:
        return with_penalties(infractions_of(self.event))

    @operation(
        "infractions_list",
        "The infractions of an event",
        tag="infractions",
        responses={200: InfractionSerializer(many=True)},
        errors=STAFF_READS,
        conditional=True,
        table=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """In the order of the log, each with where its penalty stands; for the event's staff."""
        return answer(request, event_tag(self.event, PARTS, viewer="staff"), self.page)

    @operation(
        "infractions_create",
        "Log an infraction and issue its penalty",
        tag="infractions",
        request=InfractionCreateSerializer,
        responses={200: InfractionSerializer, 201: InfractionSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """The answer says what the policy suggests. A floor judge's penalty is provisional if it is a
        round loss or more, or not the suggested one. The same `id` sent again answers 200 with what is there."""
        data = validated(InfractionCreateSerializer(data=request.data))
        match, entry = match_of(self.event, data["match"]), entry_of(self.event, data["player"])
        ruling = self._ruling(data["ruling"])

        def log() -> Infraction:
            assert entry is not None  # noqa: S101 - the number is required
            return log_infraction(
                event=self.event,
                actor=actor_of(request),
                fault=Fault(
                    entry=entry,
                    code=data["code"],
                    match=match,
                    comment=data["comment"],
                    note_only=data["note_only"],
                    self_report=data["self_report"],
                    late_seconds=data["late_seconds"],
                    ruling=ruling,
                ),
                penalty=data["penalty"],
                statements=dict(data.get("statements", {})),
                stamp=stamp_of(data),
            )

        return log_once(request, log, lambda pk: infraction_data(self, Infraction(pk=pk)))

    def _ruling(self, key: Any) -> Ruling | None:
        return get_object_or_404(Ruling, event=self.event, pk=key) if key else None


class InfractionView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"GET": can_see_floor}

    @operation(
        "infractions_read",
        "One infraction",
        tag="infractions",
        responses={200: InfractionSerializer},
        errors=STAFF_READS,
    )
    def get(self, request: Request, slug: str, pk: Any) -> Response:
        """With the current state of its penalty."""
        row = get_object_or_404(Infraction, event=self.event, pk=pk)
        return Response(infraction_data(self, row))


class InfractionActionView(RecordActionView):
    rows = Infraction.objects.select_related("event", "match__round__stage__event", "entry__player")

    def respond(self, subject: Infraction, result: Any) -> dict[str, Any]:
        return infraction_data(self, subject)


def _with_statements(data: dict[str, Any]) -> dict[str, Any]:
    """What the services take: the statements as a plain dictionary."""
    return {**data, "statements": dict(data.get("statements", {}))}


ACTIONS = {
    "issue": Action(
        summary="Issue the penalty for an infraction that was logged without one",
        permission=can_log,
        request=PenaltyIssueSerializer,
        perform=lambda row, actor, data: issue_penalty(infraction=row, actor=actor, **_with_statements(data)),
    ),
    "confirm": Action(
        summary="Confirm a provisional penalty",
        description="By the deputy or the head judge, as the penalty requires. A disqualification needs statements.",
        permission=can_head,
        request=PenaltyConfirmSerializer,
        perform=lambda row, actor, data: confirm_penalty(infraction=row, actor=actor, **_with_statements(data)),
    ),
    "change": Action(
        summary="Change the penalty",
        description="By the head judge, or the deputy if the head judge has delegated. The old effect is undone.",
        permission=can_head,
        request=PenaltyChangeSerializer,
        perform=lambda row, actor, data: change_penalty(infraction=row, actor=actor, **_with_statements(data)),
    ),
    "rescind": Action(
        summary="Rescind the penalty",
        description="The original stays in the log.",
        permission=can_rescind,
        request=RecordReasonSerializer,
        perform=lambda row, actor, data: rescind_penalty(infraction=row, actor=actor, reason=data["reason"]),
    ),
    "undo": Action(
        summary="Undo within ten seconds",
        description="Only your own; after that, only the head judge can rescind the penalty.",
        permission=can_log,
        perform=lambda row, actor, data: undo_infraction(infraction=row, actor=actor),
    ),
    "apply": Action(
        summary="Apply a loss that waited for the player's next match",
        permission=can_head,
        perform=lambda row, actor, data: apply_penalty(infraction=row, actor=actor),
    ),
    "keep-both": Action(
        summary="Keep both of two possible duplicates",
        permission=can_head,
        perform=lambda row, actor, data: keep_both(infraction=row, actor=actor),
    ),
}


class PenaltyListView(EventScopedListView):
    permissions: ClassVar[dict[str, Predicate]] = {"GET": can_see_floor}
    queryset = PenaltyEvent.objects.all()
    serializer_class = PenaltyEventSerializer
    filterset_class = PenaltyFilter

    def get_queryset(self) -> QuerySet[PenaltyEvent]:
        rows = PenaltyEvent.objects.filter(event=self.event)
        return rows.select_related("judge", "round", "infraction__entry").order_by("sequence")

    @operation(
        "penalties_list",
        "Every step of every penalty",
        tag="infractions",
        responses={200: PenaltyEventSerializer(many=True)},
        errors=STAFF_READS,
        conditional=True,
        table=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Issued, confirmed, changed, rescinded, applied: in the order of the log."""
        return answer(request, event_tag(self.event, PARTS, viewer="staff"), self.page)
