"""The seeds of a bracket before its first round is paired: read and set."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import EventScopedView, Predicate, actor_of, validated
from matches.api.once import REPLAY, act_once
from matches.api.schema import WRITES, operation
from matches.api.serializers import MOST_NUMBER, ReasonSerializer
from matches.brackets.queries.brackets import lots_for_seeds
from matches.brackets.services.seeds import check_seeds_open, seeded_entries, set_seeds
from matches.models import Stage
from matches.models.people import Entry
from matches.people.serializers import PlayerSerializer
from matches.permissions import can_run_rounds


class SeedsSerializer(ReasonSerializer):
    """The players’ numbers in the order of their seeds, with the reason."""

    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_NUMBER), min_length=2, max_length=4096
    )


class SeedSerializer(PlayerSerializer):
    """A player of a bracket, in the order of the seeds."""

    lot = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The numbers of those among whom a lot decided this place in the standings, the best first; "
        "[] if none did.",
    )

    def read_lot(self, entry: Entry) -> list[int]:
        lots: list[list[int]] = self.context["lots"]
        return next((group for group in lots if entry.number in group), [])


class SeedsView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"GET": can_run_rounds, "POST": can_run_rounds}

    @operation(
        "seeds_read",
        "The seeds of a bracket that is due",
        tag="rounds",
        responses={200: OpenApiResponse(SeedSerializer(many=True))},
        errors=(401, 403, 404, 409, 422, 429),
    )
    def get(self, request: Request, slug: str, order: int) -> Response:
        """The players in the order of their seeds. 409 before the stage before is over and once a round is paired."""
        stage = self._stage(order)
        check_seeds_open(stage)
        return Response(self._shown(stage))

    @operation(
        "seeds_set",
        "Set the seeds of a bracket",
        tag="rounds",
        request=SeedsSerializer,
        responses={200: OpenApiResponse(SeedSerializer(many=True))},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str, order: int) -> Response:
        """Before its first round is paired. Every player of the bracket once; the first number is seed 1."""
        stage = self._stage(order)
        data: dict[str, Any] = validated(SeedsSerializer(data=request.data))
        now = act_once(request, lambda: set_seeds(stage=stage, actor=actor_of(request), **data))
        return Response(self._shown(self._stage(order)), headers=None if now else REPLAY)

    def _shown(self, stage: Stage) -> Any:
        entries = seeded_entries(stage)
        return self.serialized(SeedSerializer, entries, many=True, lots=lots_for_seeds(stage, entries))

    def _stage(self, order: int) -> Stage:
        stage = Stage.objects.filter(event=self.event, order=order).select_related("event").first()
        if stage is None or not stage.is_bracket:
            raise NotFound
        return stage
