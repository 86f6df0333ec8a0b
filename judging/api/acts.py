"""One record in the API, and the acts on it: one view for all acts of a kind."""

from __future__ import annotations

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from judging.api.records import READS, call_shown, infraction_shown, ruling_shown
from judging.api.serializers import (
    CallShown,
    ChangeGiven,
    ConfirmGiven,
    InfractionShown,
    IssueGiven,
    RulingShown,
    WhyGiven,
)
from judging.calls.services import claim_call, escalate_call, resolve_call
from judging.models import Call, Infraction, Ruling
from judging.permissions import can_answer_calls, can_head, can_log, can_rescind, can_see_floor
from judging.rulings.penalty_services import confirm_penalty, issue_penalty
from judging.rulings.services import keep_both, undo_ruling, withdraw_ruling
from judging.rulings.takeback_services import apply_penalty, change_penalty, rescind_penalty, undo_infraction
from matches.api.base import Action, ActionOn, OfEvent, Predicate
from matches.api.schema import action_views, described


class OneInfraction(OfEvent):
    rights: ClassVar[dict[str, Predicate]] = {"GET": can_see_floor}

    @described("infractions_read", "One infraction", tag="infractions", answers={200: InfractionShown}, fails=READS)
    def get(self, request: Request, slug: str, pk: Any) -> Response:
        """With where its penalty stands now."""
        row = get_object_or_404(Infraction, event=self.event, pk=pk)
        return Response(infraction_shown(self.event, row))


class ActOnInfraction(ActionOn):
    def subject(self, **address: Any) -> Infraction:
        rows = Infraction.objects.select_related("event", "match__round__stage__event", "entry__player")
        return get_object_or_404(rows, event=self.event, pk=address["pk"])

    def shown(self, subject: Infraction, done: Any) -> dict[str, Any]:
        return infraction_shown(self.event, subject)


def _said(data: dict[str, Any]) -> dict[str, Any]:
    """What the services take: the statements as a plain dictionary."""
    return {**data, "statements": dict(data.get("statements", {}))}


INFRACTION_ACTS = {
    "issue": Action(
        says="Give the penalty for a fault that was logged without one",
        may=can_log,
        takes=IssueGiven,
        do=lambda row, actor, data: issue_penalty(infraction=row, actor=actor, **_said(data)),
    ),
    "confirm": Action(
        says="Confirm a provisional penalty",
        about="A deputy or the head, as high as the penalty needs. A disqualification needs its statements.",
        may=can_head,
        takes=ConfirmGiven,
        do=lambda row, actor, data: confirm_penalty(infraction=row, actor=actor, **_said(data)),
    ),
    "change": Action(
        says="Put another penalty in its place",
        about="The head, or the deputy where the head has delegated. What the first one took is given back.",
        may=can_head,
        takes=ChangeGiven,
        do=lambda row, actor, data: change_penalty(infraction=row, actor=actor, **_said(data)),
    ),
    "rescind": Action(
        says="Take the penalty back",
        about="The original stays in the log.",
        may=can_rescind,
        takes=WhyGiven,
        do=lambda row, actor, data: rescind_penalty(infraction=row, actor=actor, reason=data["reason"]),
    ),
    "undo": Action(
        says="Undo within ten seconds",
        about="One's own; later the head judge takes it back.",
        may=can_log,
        do=lambda row, actor, data: undo_infraction(infraction=row, actor=actor),
    ),
    "apply": Action(
        says="Carry out a loss that waited for the player's next match",
        may=can_head,
        do=lambda row, actor, data: apply_penalty(infraction=row, actor=actor),
    ),
    "keep-both": Action(
        says="Find that a possible duplicate is none",
        may=can_head,
        do=lambda row, actor, data: keep_both(infraction=row, actor=actor),
    ),
}


class ActOnRuling(ActionOn):
    def subject(self, **address: Any) -> Ruling:
        rows = Ruling.objects.select_related("event", "match__round__stage__event", "concerns__player", "incident")
        return get_object_or_404(rows, event=self.event, pk=address["pk"])

    def shown(self, subject: Ruling, done: Any) -> dict[str, Any]:
        return ruling_shown(self.event, subject)


RULING_ACTS = {
    "undo": Action(
        says="Undo a ruling within ten seconds",
        may=can_log,
        do=lambda row, actor, data: undo_ruling(ruling=row, actor=actor),
    ),
    "withdraw": Action(
        says="Take a ruling back",
        about="The original stays in the log.",
        may=can_head,
        takes=WhyGiven,
        do=lambda row, actor, data: withdraw_ruling(ruling=row, actor=actor, reason=data["reason"]),
    ),
}


class ActOnCall(ActionOn):
    def subject(self, **address: Any) -> Call:
        rows = Call.objects.select_related("event", "match__round__stage__event")
        return get_object_or_404(rows, event=self.event, pk=address["pk"])

    def shown(self, subject: Call, done: Any) -> dict[str, Any]:
        return call_shown(self.event, subject)


CALL_ACTS = {
    "claim": Action(
        says="Go to the table",
        may=can_answer_calls,
        do=lambda row, actor, data: claim_call(call=row, actor=actor),
    ),
    "escalate": Action(
        says="Ask for the head judge",
        may=can_answer_calls,
        do=lambda row, actor, data: escalate_call(call=row, actor=actor),
    ),
    "resolve": Action(
        says="Be done with a call",
        may=can_answer_calls,
        do=lambda row, actor, data: resolve_call(call=row, actor=actor),
    ),
}

INFRACTION_VIEWS = action_views(ActOnInfraction, INFRACTION_ACTS, tag="infractions", answer=InfractionShown)
RULING_VIEWS = action_views(ActOnRuling, RULING_ACTS, tag="rulings", answer=RulingShown)
CALL_VIEWS = action_views(ActOnCall, CALL_ACTS, tag="calls", answer=CallShown)
