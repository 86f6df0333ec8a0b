"""The standings for the staff, and one player's line explained, for everyone."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from matches.enums import EntryStatus
from matches.models import Entry, Event, Stage, StandingsSnapshot
from matches.permissions import can_see_desk
from matches.queries.rounds import current_round, stages_of
from matches.queries.standings import latest_snapshot
from matches.standings import REGISTRY
from matches.standings.shown import tie_break
from matches.views.frame import Roles, staff_context, staff_page
from matches.views.shown import name_of, round_context, round_label

SHORT = {
    "omw": _("OMW %"),
    "rw": _("RW %"),
    "orw": _("ORW %"),
    "head_to_head": _("H2H"),
    "bank_diff": _("Bank ±"),
    "bank_total": _("Bank"),
    "buchholz": _("Buch"),
    "median_buchholz": _("Med"),
    "sonneborn_berger": _("SB"),
    "wins": _("Wins"),
    "losses_late": _("Late"),
    "seed": _("Seed"),
}
NAMES = {
    "omw": _("Opponents’ match-win share"),
    "rw": _("Own round-win share"),
    "orw": _("Opponents’ round-win share"),
    "head_to_head": _("Head to head"),
    "bank_diff": _("Own totals less opponents’ totals"),
    "bank_total": _("Sum of own totals"),
    "buchholz": _("Buchholz"),
    "median_buchholz": _("Median Buchholz"),
    "sonneborn_berger": _("Sonneborn-Berger"),
    "wins": _("Number of wins"),
    "losses_late": _("Rounds lost in, the later the better"),
    "seed": _("Seeding"),
}


def ranked_stage(event: Event) -> Stage | None:
    """The stage that the standings belong to: the last one that is no bracket."""
    return next((stage for stage in reversed(stages_of(event)) if not stage.is_bracket), None)


def standings_context(event: Event, snapshot: StandingsSnapshot | None, *, staff: bool, own: int = 0) -> dict[str, Any]:
    """Columns and rows for ``components/standings.html`` from a snapshot: one query for the names."""
    if snapshot is None:
        return {"snapshot": None, "rows": [], "columns": []}
    entries = {
        entry.number: entry for entry in Entry.objects.filter(event=event).select_related("player").order_by("number")
    }
    keys = [key for key in (snapshot.rows[0]["tie_breaks"] if snapshot.rows else {}) if key in SHORT]
    rows = [_row(event, row, entries[row["number"]], keys, staff=staff, own=own) for row in snapshot.rows]
    return {
        "snapshot": snapshot,
        "after": round_label(snapshot.round),
        "columns": [{"key": key, "short": SHORT[key], "name": NAMES[key]} for key in keys if key in REGISTRY],
        "rows": rows,
    }


def _row(event: Event, row: dict[str, Any], entry: Entry, keys: list[str], *, staff: bool, own: int) -> dict[str, Any]:
    out = {EntryStatus.DROPPED: _("Dropped"), EntryStatus.DISQUALIFIED: _("Disqualified")}
    record = f"{row['wins']}–{row['losses']}" + (f"–{row['draws']}" if row["draws"] else "")
    return {
        "key": entry.number,
        "rank": row["rank"],
        "name": name_of(entry, staff=staff, event=event),
        "points": row["points"],
        "record": record,
        "breaks": [tie_break(key, row["tie_breaks"][key]) for key in keys],
        "out": out.get(EntryStatus(entry.status), ""),
        "own": entry.number == own,
        "url": reverse("matches:player", args=[event.slug, entry.number]),
    }


@staff_page(can_see_desk)
def desk_standings(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/standings/``: after the last closed round."""
    stage = ranked_stage(event)
    snapshot = latest_snapshot(stage) if stage else None
    context = round_context(event, current_round(event)) | staff_context(event, roles, "standings")
    context |= standings_context(event, snapshot, staff=True)
    context["bracket_url"] = reverse("matches:bracket", args=[event.slug])
    context["has_bracket"] = any(stage.is_bracket for stage in stages_of(event))
    return render(request, "matches/standings/desk.html", context)
