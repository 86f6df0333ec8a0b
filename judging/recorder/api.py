"""The API of turns on record: begin one, write token by token, correct, and confirm the result that it proposes."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from judging.models import TurnRecord
from judging.permissions import can_record, can_see_floor
from judging.recorder.queries.recorded import RecordedMatch, recorded, records_of
from judging.recorder.serializers import (
    BeginSerializer,
    ConfirmSerializer,
    CorrectSerializer,
    DeviceSerializer,
    RoundSerializer,
    TapSerializer,
    TurnsSerializer,
    WriteSerializer,
)
from judging.recorder.services.findings import confirm_recorded_result
from judging.recorder.services.recording import read_in_record, start_record, take_over_record
from judging.recorder.services.taps import Tap, begin_game_round, correct_token, undo_token, write_token
from matches.api.actions import Action, ActionView
from matches.api.base import EventScopedView, Predicate, actor_of, validated
from matches.api.once import create_once
from matches.api.schema import WRITES, operation
from matches.audit.services import Actor
from matches.events.queries.seats import seats_with
from matches.models import Match, Result
from matches.reporting.api import refuse_winner_gone
from matches.results.queries.results import with_results
from rules_engine.game import Moment


def find_match(view: EventScopedView, key: uuid.UUID) -> Match:
    """The match of an address. Raises NotFound for a match of another event."""
    rows = Match.objects.filter(round__stage__event=view.event, key=key)
    match = rows.select_related("round__stage__event").prefetch_related(seats_with("entry__player")).first()
    if match is None:
        raise NotFound(_("There is no such match in this event."))
    return match


class TurnsView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"GET": can_see_floor, "POST": can_record}

    @operation(
        "turns_list",
        "The recorded turns of a match",
        tag="turns",
        responses={200: TurnsSerializer(many=True)},
        errors=(403, 404, 429),
    )
    def get(self, request: Request, slug: str, key: uuid.UUID) -> Response:
        """The record that counts comes first; earlier ones are kept."""
        match = find_match(self, key)
        found = [RecordedMatch(row, self.event, match) for row in records_of(match)]
        return Response(self.serialized(TurnsSerializer, found, many=True))

    @operation(
        "turns_begin",
        "Start a record, or import one",
        tag="turns",
        request=BeginSerializer,
        responses={201: TurnsSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str, key: uuid.UUID) -> Response:
        """It counts from now on. The same `id` again gives the same record."""
        match = find_match(self, key)
        data = validated(BeginSerializer(data=request.data))

        def show(pk: str) -> Any:
            row = TurnRecord.objects.get(pk=pk)
            return self.serialized(TurnsSerializer, RecordedMatch(row, self.event, match))

        return create_once(request, lambda: str(_begin(match, actor_of(request), data).pk), show)


def _begin(match: Match, actor: Actor, data: dict[str, Any]) -> TurnRecord:
    values = {"match": match, "actor": actor, "device": data["device"], "key": data["id"]}
    if "text" in data:
        return read_in_record(text=data["text"], **values)
    return start_record(first=data["first"], **values)


class TurnsActionView(ActionView):
    def get_object(self, **address: Any) -> RecordedMatch:
        found = recorded(self.event, find_match(self, address["key"]))
        if found is None:
            raise NotFound(_("No turns have been recorded for this match."))
        return found

    def respond(self, subject: RecordedMatch, result: Any) -> dict[str, Any]:
        found = recorded(self.event, subject.match)
        data: dict[str, Any] = self.serialized(TurnsSerializer, found)
        return data


def _tap(data: dict[str, Any]) -> Tap:
    return Tap(device=data["device"], revision=data["revision"], step=data["step"])


def _correct(found: RecordedMatch, actor: Actor, data: dict[str, Any]) -> TurnRecord:
    place = Moment(data["round"] - 1, data["turn"], data["action"])
    return correct_token(
        recorded=found, actor=actor, tap=_tap(data), at=place, token=data["token"], insert=data["insert"]
    )


def _confirm(found: RecordedMatch, actor: Actor, data: dict[str, Any]) -> Result:
    if found.proposal is not None and not data["accept_winner_gone"]:
        matches = Match.objects.filter(pk=found.match.pk).select_related("round__stage__event")
        refuse_winner_gone(with_results(matches).get(), found.proposal)
    return confirm_recorded_result(recorded=found, actor=actor, reason=data["reason"])


ACTIONS = {
    "write": Action(
        summary="Record the next token",
        permission=can_record,
        request=WriteSerializer,
        perform=lambda found, actor, data: write_token(
            recorded=found, actor=actor, tap=_tap(data), token=data["token"], insist=data["insist"]
        ),
    ),
    "undo": Action(
        summary="Undo the last step",
        description="A correction, unless something recorded after it still stands; otherwise the last token.",
        permission=can_record,
        request=TapSerializer,
        perform=lambda found, actor, data: undo_token(recorded=found, actor=actor, tap=_tap(data)),
    ),
    "correct": Action(
        summary="Correct an earlier token", permission=can_record, request=CorrectSerializer, perform=_correct
    ),
    "round": Action(
        summary="Start the next round of the game",
        permission=can_record,
        request=RoundSerializer,
        perform=lambda found, actor, data: begin_game_round(
            recorded=found, actor=actor, tap=_tap(data), first=data["first"]
        ),
    ),
    "take-over": Action(
        summary="Record on this device from now on",
        permission=can_record,
        request=DeviceSerializer,
        perform=lambda found, actor, data: take_over_record(recorded=found, actor=actor, device=data["device"]),
    ),
    "confirm": Action(
        summary="Save the result that the record proposes",
        permission=can_record,
        request=ConfirmSerializer,
        perform=_confirm,
    ),
}
