"""Analyses of records: ask for one, and read what came of it."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework.exceptions import PermissionDenied, Throttled
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from matches.analysis.serializers import AnalysisRequestSerializer, AnalysisSerializer
from matches.analysis.services import KIND, analyse_record
from matches.analysis.throttles import AnalysisStaff, AnalysisVisitors
from matches.api.base import ApiView, validated
from matches.api.schema import operation
from matches.enums import JobState
from matches.jobs.services import KEPT, asker_of
from matches.models import Job
from rules_engine.play.fair_play import why_no_odds


class AnalysesView(ApiView):
    permission_classes = [AllowAny]  # as on the page: no event is touched

    @operation(
        "analysis_start",
        "Analyse a record",
        tag="records",
        request=AnalysisRequestSerializer,
        responses={200: AnalysisSerializer, 202: AnalysisSerializer},
        errors=(403, 413, 415, 422, 429),
    )
    def post(self, request: Request) -> Response:
        """Have a worker find what each decision of a record cost. The same record is analysed once.

        202 until it is done: ask for its key again. The record is kept with its analysis for 30 days, for everyone who
        has the key.
        """
        if refused := why_no_odds(request):
            raise PermissionDenied(refused)
        record = validated(AnalysisRequestSerializer(data=request.data))["record"]
        for throttle in (AnalysisVisitors(), AnalysisStaff()):  # counted together with those of the page
            if not throttle.allow_request(request, self):
                raise Throttled(throttle.wait())
        job = analyse_record(record, asker_of(request.user, request.META.get("REMOTE_ADDR", "")))
        return Response(AnalysisSerializer(job).data, status=200 if job.state == JobState.DONE else 202)


class AnalysisView(ApiView):
    permission_classes = [AllowAny]

    @operation(
        "analysis_read",
        "An analysis",
        tag="records",
        responses={200: AnalysisSerializer},
        errors=(403, 404, 429),
    )
    def get(self, request: Request, key: str) -> Response:
        """How far an analysis is, and when it is done, what each decision cost."""
        if refused := why_no_odds(request):
            raise PermissionDenied(refused)
        job = get_object_or_404(Job, key=key, kind=KIND, created_at__gte=timezone.now() - KEPT)
        return Response(AnalysisSerializer(job).data)
