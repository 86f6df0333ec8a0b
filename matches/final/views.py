"""The final ranking of an event for its pages: desk, public, wall."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from matches.final.labels import place_text, winner_names
from matches.final.queries import FinalRanking, FinalRow
from matches.people.labels import name_of
from matches.snapshots.labels import has_record, out_label, points_text, record_text


def winner_context(ranking: FinalRanking | None, *, staff: bool) -> dict[str, Any]:
    """The winner for ``components/winner.html``; empty before the end, or if there is no winner."""
    if ranking is None:
        return {}
    names = winner_names(ranking, staff=staff)
    return {"winner": names, "winner_count": len(ranking.winners)}


def final_context(ranking: FinalRanking, *, staff: bool) -> dict[str, Any]:
    """The ranking for ``components/final_standings.html``, with the winner: no query."""
    event = ranking.event
    # Reverse one address only: a thousand rows differ only in the number at its end.
    base = reverse("matches:player", args=[event.slug, 0]).removesuffix("0/")
    with_record = ranking.ranked is not None and has_record(ranking.ranked.stage)
    return {
        "final": ranking,
        "stage_columns": [column.stage.get_kind_display() for column in ranking.stages],
        "has_points": ranking.ranked is not None,
        "has_record": with_record,
        "snapshot": None,
        "rows": [
            {
                **_row(ranking, row, with_record=with_record),
                "name": name_of(row.entry, staff=staff, event=event),
                "url": f"{base}{row.entry.number}/",
            }
            for row in ranking.rows
        ],
        **winner_context(ranking, staff=staff),
    }


def _row(ranking: FinalRanking, row: FinalRow, *, with_record: bool) -> dict[str, Any]:
    stored = ranking.standing_rows.get(row.entry.number)
    return {
        "rank": row.rank,
        "key": row.entry.number,
        "places": [place_text(place) for place in row.places],
        "points": points_text(stored) if stored else "",
        "record": record_text(stored) if stored and with_record else "",
        "out": out_label(row.entry),
    }
