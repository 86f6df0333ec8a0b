"""Imports a list of players, with a report of every problem and question."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiRequest
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import EventScopedView, Predicate, actor_of, validated
from matches.api.errors import refusal
from matches.api.once import create_once
from matches.api.parsing import Csv, Json
from matches.api.schema import WRITES, operation
from matches.api.serializers import FailureSerializer
from matches.errors import Refused
from matches.imports import Decision, ListReading
from matches.people.import_serializers import (
    ALL,
    ASKED,
    FindingSerializer,
    ImportOptionsSerializer,
    ImportReportSerializer,
    ImportSerializer,
)
from matches.people.services.imports import import_entries, preview_import
from matches.permissions import can_organise


class ImportRefusedSerializer(FailureSerializer):
    """The answer for a list that was not imported: all findings about all lines."""

    findings = FindingSerializer(many=True, required=False)


CSV_BODY = OpenApiRequest({"type": "string", "description": "The list itself, in UTF-8, UTF-16 or Windows-1252."})


class ImportView(EventScopedView):
    parameter_fields: ClassVar[dict[str, str]] = {"data": "text"}
    permissions: ClassVar[dict[str, Predicate]] = {"POST": can_organise}
    parser_classes = [Json, Csv]
    query_serializer = ImportOptionsSerializer

    @operation(
        "entries_import",
        "Import a list of players",
        tag="entries",
        request={"application/json": ImportSerializer, "text/csv": CSV_BODY},
        parameters=[ImportOptionsSerializer],
        responses={200: ImportReportSerializer, 201: ImportReportSerializer, 422: ImportRefusedSerializer},
        errors=tuple(status for status in WRITES if status != 422),
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """A line for each player, with or without a first line that names the columns. Nothing is imported unless
        every line is good, or `take` or `decisions` say otherwise. `preview=true` (200) only reads and reports.
        """
        how = self.read_query()
        data, decisions = _list_of(request)
        try:
            if how["preview"]:
                return Response(self._data(preview_import(event=self.event, actor=actor_of(request), data=data), None))
            return create_once(
                request,
                lambda: self._take(request, data, how, decisions),
                lambda name: self._report(request, data, name),
            )
        except Refused as refused:
            if refused.code != "list_has_problems":
                raise
            findings = preview_import(event=self.event, actor=actor_of(request), data=data).findings
            return refusal(refused, self, findings=self.serialized(FindingSerializer, findings, many=True))

    def _take(
        self, request: Request, data: bytes | str, how: dict[str, Any], decisions: dict[int, Decision] | None
    ) -> str:
        entries = import_entries(
            event=self.event,
            actor=actor_of(request),
            data=data,
            only_good=how["take"] != ALL or decisions is not None,
            questions=how["take"] == ASKED,
            decisions=decisions,
            checked_in=how["checked_in"],
            expected=how.get("expected"),
        )
        return f"{entries[0].number}-{entries[-1].number}"

    def _report(self, request: Request, data: bytes | str, name: str) -> Any:
        first, last = (int(number) for number in name.split("-"))
        return self._data(
            _as_before(preview_import(event=self.event, actor=actor_of(request), data=data), first, last), (first, last)
        )

    def _data(self, reading: ListReading, numbers: tuple[int, int] | None) -> Any:
        return self.serialized(ImportReportSerializer, reading, numbers=numbers)


def _as_before(reading: ListReading, first: int, last: int) -> ListReading:
    """Remove the findings that players are known which the import itself caused, as numbers ``first`` to ``last``."""
    own = range(first, last + 1)
    findings = tuple(f for f in reading.findings if f.params.get("number") not in own)
    return replace(reading, findings=findings)


def _list_of(request: Request) -> tuple[bytes | str, dict[int, Decision] | None]:
    """Return the bytes of a CSV body, or the text of a JSON body and what it decides about single lines."""
    if isinstance(request.data, bytes):
        return request.data, None
    sent = validated(ImportSerializer(data=request.data))
    return sent["text"], sent.get("decisions")
