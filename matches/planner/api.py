"""How long matches, rounds and an event will take."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import ApiView, must_be_account, validated
from matches.api.schema import WRITES, operation
from matches.jobs.services import asker_of
from matches.planner.plan import plan
from matches.planner.queries import matches_for
from matches.planner.serializers import PlanRequestSerializer, PlanSerializer, PlayingSerializer, terms_of
from matches.planner.services import ask_for_matches


class PlanView(ApiView):
    @operation(
        "plan",
        "Plan an event",
        tag="events",
        request=PlanRequestSerializer,
        responses={200: PlanSerializer, 202: PlayingSerializer},
        errors=tuple(status for status in WRITES if status not in (404, 409)),
    )
    def post(self, request: Request) -> Response:
        """How long matches, rounds and the event will take, and what a time cap changes, from 2,000 simulated matches
        or, once the fast simulation is compiled, from 20,000.

        They are played once for each rule set and simulated player, by a worker: until then the answer is 202.
        """
        must_be_account(request)
        data = validated(PlanRequestSerializer(data=request.data))
        traces = matches_for(data["sample"])
        if traces is None:
            job = ask_for_matches(data["sample"], asker_of(request.user, str(request.META.get("REMOTE_ADDR", ""))))
            return Response(PlayingSerializer(job).data, status=202)
        return Response(PlanSerializer(plan(traces, terms_of(data))).data)
