"""Many results in one request, as a scanner of slips or another program sends them."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import EventScopedView, Predicate, actor_of, validated
from matches.api.errors import failure_body
from matches.api.once import named_once
from matches.api.schema import WRITES, operation
from matches.api.serializers import FailureSerializer, ResponseSerializer
from matches.errors import Refused
from matches.models import Result
from matches.permissions import can_report_results, source_of
from matches.reporting.api import requested_score
from matches.results.queries.results import visible_matches
from matches.results.serializers import ResultCreateSerializer, ResultVersionSerializer, scored
from matches.results.services.results import report_result

MOST_RESULTS = 500


class MatchResultSerializer(ResultCreateSerializer):
    """The result of one match."""

    match = serializers.UUIDField(help_text="The key of the match.")


class BatchSerializer(serializers.Serializer[Any]):
    """Results, each of another match."""

    results = MatchResultSerializer(many=True, min_length=1, max_length=MOST_RESULTS)  # type: ignore[call-arg]  # of the list

    def validate_results(self, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if len({row["match"] for row in rows}) < len(rows):
            raise serializers.ValidationError(_("A match is named twice."))
        return rows


class BatchRowSerializer(ResponseSerializer):
    """What became of one result: the saved version, or why it was refused."""

    match = serializers.UUIDField()
    result = ResultVersionSerializer(allow_null=True)
    failure = FailureSerializer(allow_null=True)


class BatchAnswerSerializer(ResponseSerializer):
    """How many results were saved, and what became of each, in the order of the request."""

    stored = serializers.IntegerField()
    results = BatchRowSerializer(many=True)


class BatchView(EventScopedView):
    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_report_results}

    @operation(
        "results_report_many",
        "Report many results",
        tag="results",
        request=BatchSerializer,
        responses={200: BatchAnswerSerializer},
        errors=WRITES,
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Each result is saved or refused on its own, and answered in its place: a refused one does not hold up the
        others. It is safe to send the same results again: with its key, a saved result is not reported again, whatever
        has become of it since.
        """
        rows = validated(BatchSerializer(data=request.data))["results"]
        matches = visible_matches(self.event, staff=True).filter(key__in=[row["match"] for row in rows])
        known = {match.key: match for match in matches}
        answers = [self._stored(request, row, known.get(row["match"])) for row in rows]
        answer = {"stored": sum(row["result"] is not None for row in answers), "results": answers}
        return Response(self.serialized(BatchAnswerSerializer, answer))

    def _stored(self, request: Request, row: dict[str, Any], match: Any) -> dict[str, Any]:
        answer: dict[str, Any] = {"match": row["match"], "result": None, "failure": None}
        more = {name: row[name] for name in ("pot", "reason", "over_reports") if name in row}
        try:
            if match is None:
                raise Refused("no_match", _("There is no such match in this event."), parameter="match")
            source, score = source_of(self.roles), requested_score(match, row)

            def report() -> str:
                actor = actor_of(request)
                return str(report_result(match=match, score=score, actor=actor, source=source, **more).pk)

            stored = Result.objects.get(pk=named_once(request, report, part=str(match.key))[0])
        except Refused as refused:
            answer["failure"] = failure_body(
                refused.code, str(refused.message), field=refused.parameter, details=refused.details
            )
        else:
            answer["result"] = scored(stored)
        return answer
