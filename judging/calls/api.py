"""The API of calls for a judge: list them, call a judge, answer a call."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from judging.calls.filters import CallFilter
from judging.calls.queries import calls_of
from judging.calls.serializers import CallCreateSerializer, CallSerializer
from judging.calls.services import call_judge, claim_call, escalate_call, resolve_call
from judging.models import Call
from judging.permissions import can_answer_calls, can_call_judge, can_see_floor
from judging.records.api import RecordActionView, log_once, match_of
from judging.records.serializers import stamp_of
from matches.accounts.authentication_api import LinkAuthentication
from matches.api.actions import Action
from matches.api.authentication import LinkHolder
from matches.api.base import EventScopedListView, EventScopedView, Predicate, actor_of, everyone, validated
from matches.api.conditional import answer, event_tag
from matches.api.schema import STAFF_READS, WRITES, operation


def call_data(view: EventScopedView, row: Call) -> dict[str, Any]:
    """The current data of one call."""
    data: dict[str, Any] = view.serialized(CallSerializer, calls_of(view.event).get(pk=row.pk))
    return data


class CallListView(EventScopedListView):
    authentication_classes = [LinkAuthentication, *EventScopedListView.authentication_classes]
    permissions: ClassVar[dict[str, Predicate]] = {"GET": can_see_floor, "POST": can_call_judge}
    queryset = Call.objects.all()
    serializer_class = CallSerializer
    filterset_class = CallFilter

    def permission(self, request: Request) -> Predicate:
        """Let a player's link call as well; the service checks that the call is to the player's own table."""
        if request.method == "POST" and isinstance(request.user, LinkHolder):
            return everyone
        return super().permission(request)

    def get_queryset(self) -> QuerySet[Call]:
        return calls_of(self.event)

    @operation(
        "calls_list",
        "Calls for a judge",
        tag="calls",
        responses={200: CallSerializer(many=True)},
        errors=STAFF_READS,
        conditional=True,
        table=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Oldest first. `open=true` lists the calls that are not resolved."""
        return answer(request, event_tag(self.event, ("calls",), viewer="staff"), self.page)

    @operation(
        "calls_create",
        "Call a judge to a table",
        tag="calls",
        request=CallCreateSerializer,
        responses={200: CallSerializer, 201: CallSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Staff call to any table, a player's link to the player's own. An open call at the table is returned."""
        data = validated(CallCreateSerializer(data=request.data))
        match = match_of(self.event, data["match"])
        assert match is not None  # noqa: S101 - the field is required

        def log() -> Call:
            return call_judge(match=match, actor=actor_of(request), about=data["about"], stamp=stamp_of(data))

        return log_once(request, log, lambda pk: call_data(self, Call(pk=pk)))


class CallActionView(RecordActionView):
    rows = Call.objects.select_related("event", "match__round__stage__event")

    def respond(self, subject: Call, result: Any) -> dict[str, Any]:
        return call_data(self, subject)


ACTIONS = {
    "claim": Action(
        summary="Take a call",
        permission=can_answer_calls,
        perform=lambda row, actor, data: claim_call(call=row, actor=actor),
    ),
    "escalate": Action(
        summary="Call the head judge",
        permission=can_answer_calls,
        perform=lambda row, actor, data: escalate_call(call=row, actor=actor),
    ),
    "resolve": Action(
        summary="Resolve a call",
        permission=can_answer_calls,
        perform=lambda row, actor, data: resolve_call(call=row, actor=actor),
    ),
}
