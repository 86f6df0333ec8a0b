"""The strategy lab: two strategies under any rules, played against each other by the workers."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import ApiView, must_be_account, validated
from matches.api.schema import WRITES, operation
from matches.campaigns.serializers import ComparisonRequestSerializer, ComparisonSerializer
from matches.campaigns.services import KIND, start_comparison
from matches.enums import JobState
from matches.jobs.services import asker_of
from matches.models import Job


class ComparisonsView(ApiView):
    @operation(
        "lab_start",
        "Compare two strategies",
        tag="rules",
        request=ComparisonRequestSerializer,
        responses={200: ComparisonSerializer, 202: ComparisonSerializer},
        errors=tuple(status for status in WRITES if status not in (404, 409)),
    )
    def post(self, request: Request) -> Response:
        """Have two strategies play each other. The same comparison is played once.

        202 until it is done: ask for its key again.
        """
        must_be_account(request)
        data = validated(ComparisonRequestSerializer(data=request.data))
        job = start_comparison(
            game=data["game"],
            rules=data["rules"],
            players=(data["a"], data["b"]),
            matches=data["matches"],
            cap_minutes=data.get("cap"),
            asker=asker_of(request.user, request.META.get("REMOTE_ADDR", "")),
        )
        return Response(ComparisonSerializer(job).data, status=200 if job.state == JobState.DONE else 202)


class ComparisonView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "lab_read",
        "A comparison",
        tag="rules",
        responses={200: ComparisonSerializer},
        errors=(403, 404, 429),
    )
    def get(self, request: Request, key: str) -> Response:
        """How far a comparison is, and when it is done, how the matches went."""
        must_be_account(request)
        return Response(ComparisonSerializer(get_object_or_404(Job, key=key, event=None, kind=KIND)).data)
