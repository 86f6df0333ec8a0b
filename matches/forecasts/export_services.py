"""The chances to make the cut, as the desk's page shows them, as a file."""

from __future__ import annotations

import json

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.export_plugins import CSV, JSON_LINES, Export, ExportFormat, ExportRequest
from matches.forecasts.labels import forecast_rows
from matches.forecasts.queries import forecast_stage
from matches.forecasts.services import current_forecast
from matches.models import Event
from matches.permissions import can_see_desk
from matches.spreadsheet import csv_bytes


def chances_file(event: Event, request: ExportRequest, format_: ExportFormat) -> bytes:
    """One line for each player, the best chance first; none where there is no forecast. A chance is from 0 to 1."""
    stage = forecast_stage(event)
    kept = current_forecast(event, stage) if stage is not None else None
    rows = forecast_rows(kept, event, staff=True) if kept is not None else []
    if format_ == JSON_LINES:
        lines = [
            {"number": row.number, "name": row.name, "chance": row.chance, "certain": row.certain or None}
            for row in rows
        ]
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
    header = [_("Number"), _("Name"), _("Chance"), _("Makes the cut")]
    return csv_bytes(header, [[row.number, row.name, row.chance, row.text] for row in rows])


CHANCES = Export(
    key="chances",
    label=gettext_lazy("Chances of making the cut"),
    formats=(CSV, JSON_LINES),
    may_export=can_see_desk,
    build=chances_file,
)
