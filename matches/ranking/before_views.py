"""The standings of a day 2 before its first round is closed: what its players bring along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matches.models import Event, Stage
from matches.pages.components import StandingsColumn, StandingsRow
from matches.people.labels.names import name_of
from matches.snapshots.labels import (
    column_keys,
    has_record,
    label,
    out_label,
    points_text,
    record_text,
    short_label,
)
from matches.snapshots.place_views import NO_STANDINGS, StandingsContext
from matches.snapshots.queries import entries_by_number, row_as_json, table_before
from matches.standings import value_text


def brought_along(event: Event, stage: Stage | None, *, staff: bool) -> StandingsContext:
    """Columns and rows for ``components/standings.html``; empty where nobody brings points along."""
    table = table_before(stage) if stage is not None else None
    if stage is None or table is None:
        return NO_STANDINGS
    stored = [row_as_json(row) for row in table.rows]
    entries, with_record = entries_by_number(event), has_record(stage)
    keys = column_keys(table.settings.order, stored)

    def shown(row: Mapping[str, Any]) -> StandingsRow:
        entry = entries[row["number"]]
        return StandingsRow(
            key=entry.number,
            rank=row["rank"],
            name=name_of(entry, staff=staff, event=event),
            points=points_text(row),
            record=record_text(row) if with_record else "",
            breaks=[value_text(key, row["tie_breaks"][key]) for key in keys],
            out=out_label(entry),
            url="",
        )

    return {
        **NO_STANDINGS,
        "has_record": with_record,
        "columns": [StandingsColumn(key, short_label(key), label(key)) for key in keys],
        "rows": [shown(row) for row in stored],
    }
