"""The export of the whole judging log."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.log.exports import as_csv, as_json_lines
from judging.log.queries import names_of, records_of_event
from judging.permissions import can_see_evidence, can_see_floor
from matches.models import Event
from matches.plugins import CSV, JSON_LINES, Export, ExportFormat, ExportRequest


def rulings_file(event: Event, request: ExportRequest, format_: ExportFormat) -> bytes:
    """Every record in the order of the log: CSV has names, JSON lines have the hashes.

    The statements that a disqualification was given with stand in the CSV of those who see evidence.
    """
    records = records_of_event(event)
    if format_ == JSON_LINES:
        return as_json_lines(records)
    players, judges = names_of(event)
    return as_csv(records, players, judges, evidence=can_see_evidence(request.roles))


RULINGS = Export(
    key="rulings",
    label=_("Judges’ log"),
    formats=(CSV, JSON_LINES),
    may_export=can_see_floor,
    build=rulings_file,
)
