"""The export of the whole judging log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from judging.enums import RecordKind
from judging.log.exports import as_csv, as_json_lines
from judging.log.queries import names_of
from judging.permissions import can_see_evidence, can_see_floor
from judging.records.queries import records_of_event
from judging.rulings.queries.penalties import STATEMENT
from matches.export_plugins import CSV, JSON_LINES, Export, ExportFormat, ExportRequest
from matches.models import Event


def rulings_file(event: Event, request: ExportRequest, format_: ExportFormat) -> bytes:
    """Every record in the order of the log: CSV has names, JSON lines have the hashes.

    Evidence stands in the CSV of those who see it. JSON lines are for them alone: a line without the evidence would not
    have its hash.
    """
    records = records_of_event(event)
    if format_ == JSON_LINES:
        return as_json_lines(records)
    players, judges = names_of(event)
    bodies = [row.body for row in records]
    if not can_see_evidence(request.roles):
        bodies = [_without_evidence(body) for body in bodies]
    return as_csv(bodies, players, judges)


def _without_evidence(body: Mapping[str, Any]) -> dict[str, Any]:
    """The hashed part of a record, less the evidence. Its hash proves nothing any more."""
    hidden: dict[str, Any] = {}
    if body["kind"] == RecordKind.INCIDENT:
        hidden = {"summary": ""}
    elif body["kind"] == RecordKind.RULING and body["matter"] == STATEMENT:
        hidden = {"comment": ""}
    elif body["kind"] == RecordKind.PENALTY:
        hidden = {"statements": {}}
    return {**body, **hidden}


RULINGS = Export(
    key="rulings",
    label=_("Judges’ log"),
    formats=(CSV, JSON_LINES),
    may_export=can_see_floor,
    build=rulings_file,
    for_some={JSON_LINES: can_see_evidence},
)
