"""The export of all turns on record of an event."""

from __future__ import annotations

import json

from django.utils.translation import gettext_lazy as _

from judging.models import TurnRecord
from judging.permissions import can_see_floor
from judging.recorder.queries.recorded import RecordedMatch
from matches.events.queries.seats import seats_with
from matches.export_plugins import JSON_LINES, Export, ExportFormat, ExportRequest
from matches.models import Event
from rules_engine.record.writing import to_mapping


def turns_file(event: Event, request: ExportRequest, format_: ExportFormat) -> bytes:
    """One line for each match on record: the record that counts, with round and table as tags."""
    rows = TurnRecord.objects.filter(match__round__stage__event=event, aside=False).select_related("match__round")
    rows = rows.prefetch_related(seats_with("entry__player", path="match__seats"))
    counting = {row.match_id: row for row in rows.order_by("number")}
    lines = []
    for row in sorted(counting.values(), key=lambda row: (row.match.round_id, row.match.table or 0)):
        record = to_mapping(RecordedMatch(row, event, row.match).record)
        place = {"tournament_round": str(row.match.round.number), "table": str(row.match.table)}
        record["tags"] = {**record.get("tags", {}), **place}
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    return "".join(lines).encode()


TURNS = Export(
    key="turns", label=_("Recorded turns"), formats=(JSON_LINES,), may_export=can_see_floor, build=turns_file
)
