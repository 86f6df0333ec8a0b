"""Sign-ups of an event: the list, and the acts of the desk."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import EventScopedListView, EventScopedView, Predicate, actor_of, validated
from matches.api.once import REPLAY, act_once
from matches.api.schema import WRITES, operation
from matches.enums import Admission
from matches.models import Entry, SignUp
from matches.permissions import can_organise, can_run_rounds
from matches.signups.queries import with_places
from matches.signups.serializers import (
    AcceptSerializer,
    DeclineSerializer,
    MoveSignUpSerializer,
    PaidAnswerSerializer,
    PaidSerializer,
    SignUpQuerySerializer,
    SignUpSerializer,
)
from matches.signups.services.admission import accept_sign_ups, move_sign_ups
from matches.signups.services.declining import decline_sign_ups, mark_paid


class SignUpListView(EventScopedListView):
    permissions: ClassVar[dict[str, Predicate]] = {"GET": can_run_rounds}
    queryset = SignUp.objects.all()
    serializer_class = SignUpSerializer
    query_serializer = SignUpQuerySerializer
    filter_backends = []

    def get_queryset(self) -> QuerySet[SignUp]:
        rows = SignUp.objects.filter(event=self.event).select_related("entry__player", "player").order_by("turn")
        state = self.read_query().get("state")
        return with_places(rows.filter(state=state) if state else rows)

    @operation(
        "sign_ups_list",
        "The sign-ups of an event",
        tag="entries",
        responses={200: SignUpSerializer(many=True)},
        errors=(401, 403, 404, 429),
        table=True,
    )
    def get(self, request: Request, slug: str) -> Response:
        """In the order of signing up, which is that of the waiting list."""
        return self.page()


class _ActView(EventScopedView):
    """An act on sign-ups; it answers with those that it was about, as they are now."""

    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_run_rounds}

    def chosen(self, keys: Collection[uuid.UUID]) -> list[SignUp]:
        """The sign-ups with these keys. Raises ValidationError for a key that the event does not have."""
        found = SignUp.objects.filter(event=self.event, key__in=keys).select_related("entry__player", "player")
        rows = list(with_places(found.order_by("turn")))
        known = {row.key for row in rows}
        if missing := [str(key) for key in keys if key not in known]:
            raise ValidationError({"keys": [_("Nobody signed up with this key: %s.") % ", ".join(missing)]})
        return rows

    def answer(self, rows: list[SignUp], *, now: bool) -> Response:
        fresh = self.chosen([row.key for row in rows])
        return Response(self.serialized(SignUpSerializer, fresh, many=True), headers=None if now else REPLAY)


class SignUpsAcceptView(_ActView):
    @operation(
        "sign_ups_accept",
        "Accept sign-ups",
        tag="entries",
        request=AcceptSerializer,
        responses={200: SignUpSerializer(many=True)},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """In while there are places, else on the waiting list. Those that are decided already stay as they are."""
        data: dict[str, Any] = validated(AcceptSerializer(data=request.data))
        rows, over = self.chosen(data["keys"]), data["over_capacity"]
        accept = lambda: accept_sign_ups(  # noqa: E731
            event=self.event, actor=actor_of(request), sign_ups=rows, over_capacity=over
        )
        return self.answer(rows, now=act_once(request, accept))


class SignUpsDeclineView(_ActView):
    @operation(
        "sign_ups_decline",
        "Decline sign-ups",
        tag="entries",
        request=DeclineSerializer,
        responses={200: SignUpSerializer(many=True)},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """The first of the waiting list gets a place that becomes free."""
        data: dict[str, Any] = validated(DeclineSerializer(data=request.data))
        rows = self.chosen(data["keys"])
        decline = lambda: decline_sign_ups(  # noqa: E731
            event=self.event, actor=actor_of(request), sign_ups=rows, reason=data["reason"]
        )
        return self.answer(rows, now=act_once(request, decline))


class SignUpMoveView(_ActView):
    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_organise}

    @operation(
        "sign_up_move",
        "Move somebody on the waiting list",
        tag="entries",
        request=MoveSignUpSerializer,
        responses={200: SignUpSerializer(many=True)},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str, key: uuid.UUID) -> Response:
        """With a reason, which the log keeps."""
        data: dict[str, Any] = validated(MoveSignUpSerializer(data=request.data))
        row = get_object_or_404(SignUp, event=self.event, key=key)
        move = lambda: move_sign_ups(event=self.event, actor=actor_of(request), sign_ups=[row], **data)  # noqa: E731
        return self.answer([row], now=act_once(request, move))


class PaidView(_ActView):
    @operation(
        "paid",
        "Mark players and sign-ups as paid",
        tag="entries",
        request=PaidSerializer,
        responses={200: PaidAnswerSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """The tool handles no money: this is a mark that the desk sees, and may be a condition of check-in."""
        data: dict[str, Any] = validated(PaidSerializer(data=request.data))
        rows = self.chosen(data["keys"]) if data["keys"] else []
        entries = list(Entry.objects.filter(event=self.event, number__in=data["numbers"]))
        if missing := sorted(set(data["numbers"]) - {entry.number for entry in entries}):
            text = _("The event has no player %s.") % ", ".join(map(str, missing))
            raise ValidationError({"numbers": [text]})
        rows = [row for row in rows if not data["paid"] or row.state not in Admission.over()]
        mark = lambda: mark_paid(  # noqa: E731
            event=self.event,
            actor=actor_of(request),
            entries=entries,
            sign_ups=rows,
            paid=data["paid"],
            amount=data.get("amount"),
            note=data.get("note"),
        )
        now = act_once(request, mark)
        return Response({"changed": len(rows) + len(entries)}, headers=None if now else REPLAY)
