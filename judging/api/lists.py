"""What the API only lists: the steps of penalties, the log as it is hashed, the event's policy."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from judging.api.filters import LineFilter, PenaltyFilter
from judging.api.records import PARTS, READS
from judging.api.serializers import LineShown, PenaltyShown, PolicyShown
from judging.api.value_serializers import lines_shown, penalties_shown
from judging.models import EventPolicy, PenaltyEvent, Record
from judging.permissions import can_export_log, can_see_floor
from judging.policies.queries import rules_of
from judging.policy import default_data
from matches.api.base import ListOf, OfEvent, Predicate
from matches.api.conditional import answer, event_tag
from matches.api.schema import described


class Penalties(ListOf):
    rights: ClassVar[dict[str, Predicate]] = {"GET": can_see_floor}
    queryset = PenaltyEvent.objects.all()
    serializer_class = PenaltyShown
    filterset_class = PenaltyFilter

    def get_queryset(self) -> QuerySet[PenaltyEvent]:
        rows = PenaltyEvent.objects.filter(event=self.event)
        return rows.select_related("judge", "round", "infraction__entry").order_by("sequence")

    def values(self, rows: list[PenaltyEvent]) -> list[dict[str, Any]]:
        return penalties_shown(rows)

    @described(
        "penalties_list",
        "Every step of every penalty",
        tag="infractions",
        answers={200: PenaltyShown(many=True)},
        fails=READS,
        conditional=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Issued, confirmed, changed, rescinded, carried out: in the order of the log."""
        return answer(request, event_tag(self.event, PARTS, viewer="staff"), self.page)


class Lines(ListOf):
    rights: ClassVar[dict[str, Predicate]] = {"GET": can_export_log}
    queryset = Record.objects.all()
    serializer_class = LineShown
    filterset_class = LineFilter

    def get_queryset(self) -> QuerySet[Record]:
        return Record.objects.filter(event=self.event).order_by("sequence")

    def values(self, rows: list[Record]) -> list[dict[str, Any]]:
        return lines_shown(rows)

    @described("log_list", "The log with its hashes", tag="rulings", answers={200: LineShown(many=True)}, fails=READS)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Every record as it is hashed: a chain that a program can check by itself. Players are keys here."""
        return self.page()


class PolicyNow(OfEvent):
    rights: ClassVar[dict[str, Predicate]] = {"GET": can_see_floor}

    @described("policy_read", "The judging policy of an event", tag="rulings", answers={200: PolicyShown}, fails=READS)
    def get(self, request: Request, slug: str) -> Response:
        """Whole, with profile and overrides applied: what a device needs to work without a network."""
        rules = rules_of(self.event)
        stored = EventPolicy.objects.filter(event=self.event).values_list("data", flat=True).first()
        shown = {
            "version": rules.policy.short_version,
            "digest": rules.policy.digest,
            "profile": rules.profile,
            "started": rules.started,
            "delegated": rules.delegated,
            "policy": stored or default_data(self.event.game),
        }
        return Response(PolicyShown(shown).data)
