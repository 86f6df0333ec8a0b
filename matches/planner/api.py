"""How long matches, rounds and an event will take."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import ApiView, must_be_account, validated
from matches.api.schema import WRITES, operation
from matches.jobs.services import asker_of
from matches.models import Job
from matches.planner.cut_serializers import CutAnswerSerializer, CutRequestSerializer, cut_question
from matches.planner.plan import plan
from matches.planner.queries import cut_for, matches_for
from matches.planner.serializers import (
    PlanRequestSerializer,
    PlanSerializer,
    PlayingSerializer,
    slow_text,
    swiss_of,
    terms_of,
)
from matches.planner.services import ask_for_cut, ask_for_matches

ERRORS = tuple(status for status in WRITES if status not in (404, 409))


class PlanView(ApiView):
    @operation(
        "plan",
        "Plan an event",
        tag="events",
        request=PlanRequestSerializer,
        responses={200: PlanSerializer, 202: PlayingSerializer},
        errors=ERRORS,
    )
    def post(self, request: Request) -> Response:
        """How long matches, rounds and the event will take, and what a time cap changes, from 2,000 simulated matches
        or, once the fast simulation is compiled, from 20,000.

        They are played once for each rule set and simulated player, by a worker: until then the answer is 202. With
        `swiss`, even if it is empty, also how many rounds, and which record makes the cut, as `plan/cut/` says.
        """
        must_be_account(request)
        data = validated(PlanRequestSerializer(data=request.data))
        traces, question = matches_for(data["sample"]), swiss_of(data)
        swiss = None if question is None else cut_for(question)
        if traces is None:
            return _wait_for(ask_for_matches(data["sample"], _asker(request)))
        if question is not None and swiss is None:
            return _wait_for(ask_for_cut(question, _asker(request)))
        made = plan(traces, terms_of(data), swiss, slow_text(data["sample"]))
        return Response(PlanSerializer(made).data)


class PlanCutView(ApiView):
    @operation(
        "plan_cut",
        "How many rounds, and which record makes the cut",
        tag="events",
        request=CutRequestSerializer,
        responses={200: CutAnswerSerializer, 202: PlayingSerializer},
        errors=ERRORS,
    )
    def post(self, request: Request) -> Response:
        """What the Swiss rounds bring, with one round fewer and one more, and how often each record makes the cut.

        From 2,000 events, which a worker simulates once for each request; until then the answer is 202.
        """
        must_be_account(request)
        question = cut_question(validated(CutRequestSerializer(data=request.data)))
        answer = cut_for(question)
        if answer is None:
            return _wait_for(ask_for_cut(question, _asker(request)))
        return Response(CutAnswerSerializer(answer).data)


def _wait_for(job: Job) -> Response:
    return Response(PlayingSerializer(job).data, status=202)


def _asker(request: Request) -> str:
    return asker_of(request.user, str(request.META.get("REMOTE_ADDR", "")))
