"""A list of players, imported with a report of every line that is not plainly good."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiRequest
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import OfEvent, Predicate, actor_of, valid
from matches.api.errors import refusal
from matches.api.field_serializers import Take
from matches.api.once import create_once
from matches.api.parsing import Csv, Json
from matches.api.schema import WRITES, Failure, described
from matches.errors import Refused
from matches.people.import_services import import_entries, preview_import
from matches.people.serializers import FindingShown, HowToTake, ListGiven, ListReport
from matches.people.value_serializers import as_before, findings_shown, list_report
from matches.permissions import can_organise


class ListRefused(Failure):
    """A list that was not imported: every finding about every line, not only the first."""

    findings = FindingShown(many=True, required=False)


CSV_BODY = OpenApiRequest({"type": "string", "description": "The list itself, in UTF-8, UTF-16 or Windows-1252."})


class EntryList(OfEvent):
    rights: ClassVar[dict[str, Predicate]] = {"POST": can_organise}
    parser_classes = [Json, Csv]

    @described(
        "entries_import",
        "Import a list of players",
        tag="entries",
        takes={"application/json": ListGiven, "text/csv": CSV_BODY},
        parameters=[HowToTake],
        answers={200: ListReport, 201: ListReport, 422: ListRefused},
        fails=tuple(status for status in WRITES if status != 422),
        once=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        """A line for each player, with or without a first line that names the columns. Nothing is imported unless
        every line is plainly good, or `take` says otherwise. `preview=true` (200) only reads and reports."""
        how = valid(HowToTake(data=request.query_params.dict()))
        data = _list_of(request)
        try:
            if how["preview"]:
                return Response(ListReport(list_report(preview_import(event=self.event, data=data), None)).data)
            return create_once(request, lambda: self._take(request, data, how), lambda name: self._report(data, name))
        except Refused as refused:
            if refused.field == "data":  # the services' name for it
                refused.field = "text"
            if refused.code != "list_has_problems":
                raise
            findings = findings_shown(preview_import(event=self.event, data=data))
            return refusal(refused, findings=FindingShown(findings, many=True).data)

    def _take(self, request: Request, data: bytes | str, how: dict[str, Any]) -> str:
        entries = import_entries(
            event_id=self.event.pk,
            actor=actor_of(request),
            data=data,
            only_good=how["take"] != Take.ALL,
            questions=how["take"] == Take.ASKED,
            checked_in=how["checked_in"],
            expected=how.get("expected"),
        )
        return f"{entries[0].number}-{entries[-1].number}"

    def _report(self, data: bytes | str, name: str) -> dict[str, Any]:
        first, last = (int(number) for number in name.split("-"))
        reading = as_before(preview_import(event=self.event, data=data), first, last)
        return ListReport(list_report(reading, (first, last))).data


def _list_of(request: Request) -> bytes | str:
    """The bytes of a CSV body, or the text of a JSON one."""
    if isinstance(request.data, bytes):
        return request.data
    text: str = valid(ListGiven(data=request.data))["text"]
    return text
