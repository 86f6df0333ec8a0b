"""The prizes of an event: read by everyone, replaced by the organiser; the desk marks who is in which category."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import EventScopedView, Predicate, actor_of, validated
from matches.api.schema import WRITES, operation
from matches.final.prize_queries import prize_table, winners_so_far
from matches.permissions import can_organise, can_run_rounds
from matches.prizes.services import mark_categories, set_prizes
from matches.prizes.table import Equal, OnePrize
from matches.setup.prize_serializers import MarksSerializer, PrizesSerializer, PrizesUpdateSerializer


class PrizeAnswers(EventScopedView):
    """Answers with the prizes as they are now."""

    def prizes_now(self) -> Response:
        table, winners = prize_table(self.event), winners_so_far(self.event)
        if winners is not None and winners.provisional and not self.staff:
            winners = None
        return Response(self.serialized(PrizesSerializer, table, table=table, winners=winners))


class PrizesView(PrizeAnswers):
    permissions: ClassVar[dict[str, Predicate]] = {"PUT": can_organise}

    @operation("prizes_read", "The prizes", tag="events", responses={200: PrizesSerializer})
    def get(self, request: Request, slug: str) -> Response:
        """The table, and once the event is over who wins what."""
        return self.prizes_now()

    @operation(
        "prizes_set",
        "Replace the prizes",
        tag="events",
        request=PrizesUpdateSerializer,
        responses={200: PrizesSerializer},
        errors=WRITES,
    )
    def put(self, request: Request, slug: str) -> Response:
        """The table shows at once on the event's page. Once the event is finished, give a reason."""
        data: dict[str, Any] = validated(PrizesUpdateSerializer(data=request.data))
        self.event = set_prizes(
            event=self.event,
            actor=actor_of(request),
            lines="\n".join(data["lines"]),
            equal=Equal(data["equal"]),
            one_prize=OnePrize(data["one_prize"]),
            reason=data["reason"],
        )
        return self.prizes_now()


class PrizeCategoriesView(PrizeAnswers):
    permissions: ClassVar[dict[str, Predicate]] = {"PATCH": can_run_rounds}

    @operation(
        "prizes_mark",
        "Mark who is in which category",
        tag="events",
        request=MarksSerializer,
        responses={200: PrizesSerializer},
        errors=WRITES,
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Each player named is in these categories and no others. The same request again changes nothing."""
        data: dict[str, Any] = validated(MarksSerializer(data=request.data))
        marks = {row["number"]: row["categories"] for row in data["marks"]}
        mark_categories(event=self.event, actor=actor_of(request), marks=marks, reason=data["reason"])
        return self.prizes_now()
