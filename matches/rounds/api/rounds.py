"""Rounds: the list, pairing the next one, one round, and its actions."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import EventScopedListView, EventScopedView, Predicate, actor_of, validated
from matches.api.conditional import answer, event_tag
from matches.api.once import create_once
from matches.api.schema import WRITES, operation
from matches.course.queries import stage_to_pair, visible_rounds, with_table_counts
from matches.draws.services.checks import check_draw
from matches.errors import Refused
from matches.models import Round, Stage
from matches.permissions import can_run_rounds
from matches.rounds.filters import RoundFilter
from matches.rounds.serializers.rounds import (
    PairSerializer,
    RoundRowSerializer,
    RoundSerializer,
    RoundVerificationSerializer,
)
from matches.rounds.services import rounds

PARTS = ("event", "rounds", "pairings", "results", "bracket", "clock")


def round_data(view: EventScopedView, round_: Round) -> dict[str, Any]:
    """A round as it is now."""
    now = with_table_counts(Round.objects.select_related("stage__event").filter(pk=round_.pk)).get()
    data: dict[str, Any] = view.serialized(RoundSerializer, now)
    return data


class RoundListView(EventScopedListView):
    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_run_rounds}
    queryset = Round.objects.all()
    serializer_class = RoundRowSerializer
    filterset_class = RoundFilter

    def get_queryset(self) -> QuerySet[Round]:
        return with_table_counts(visible_rounds(self.event, staff=self.staff))

    @operation(
        "rounds_list",
        "The rounds of an event",
        tag="rounds",
        responses={200: RoundRowSerializer(many=True)},
        errors=(400, 404, 429),
        conditional=True,
        table=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """In the order of play, without withdrawn rounds."""
        return answer(request, event_tag(self.event, PARTS, viewer=self.viewer), self.page)

    @operation(
        "rounds_pair",
        "Pair the next round as a draft",
        tag="rounds",
        request=PairSerializer,
        responses={201: RoundSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Only the staff sees a draft. Of two requests at once, one pairs the round and the other gets 409."""
        data = validated(PairSerializer(data=request.data))

        def make() -> str:
            made = rounds.pair_round(
                stage=self._stage(data.get("stage")),
                number=data.get("number"),
                despite_appeals=data["despite_appeals"],
                actor=actor_of(request),
            )
            return str(made.pk)

        response = create_once(request, make, lambda pk: round_data(self, Round(pk=pk)))
        response["Location"] = reverse("api-round", args=[slug, response.data["stage"], response.data["number"]])
        return response

    def _stage(self, order: int | None) -> Stage:
        if order is not None:
            return get_object_or_404(Stage.objects.select_related("event"), event=self.event, order=order)
        stage = stage_to_pair(self.event)
        if stage is None:
            raise Refused("stages_over", _("Every stage is over; there is no round to pair."))
        return stage


def find_round(view: EventScopedView, stage: int, number: int) -> Round:
    """Return the round of an address. Raises NotFound for a round that the client may not see."""
    rounds_ = with_table_counts(visible_rounds(view.event, staff=view.staff))
    round_ = rounds_.filter(stage__order=stage, number=number).first()
    if round_ is None:
        raise NotFound(_("This round does not exist, or is not published."))
    return round_


class RoundView(EventScopedView):
    @operation("rounds_read", "A round with its clock", tag="rounds", responses={200: RoundSerializer})
    def get(self, request: Request, slug: str, stage: int, number: int) -> Response:
        """Its state, its clock and the tables whose results are missing; the matches are under *matches*."""
        return Response(self.serialized(RoundSerializer, find_round(self, stage, number)))


class RoundVerifyView(EventScopedView):
    @operation(
        "rounds_verify",
        "Draw a Swiss round again and compare",
        tag="rounds",
        responses={200: RoundVerificationSerializer},
    )
    def get(self, request: Request, slug: str, stage: int, number: int) -> Response:
        """Uses the results before the round and its seed. A round that was edited by hand differs where it was edited;
        `changes` says what was edited, by whom and why.
        """
        round_ = find_round(self, stage, number)
        return Response(self.serialized(RoundVerificationSerializer, check_draw(round_), round=round_))
