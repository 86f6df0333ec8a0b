"""What a device fills in for a table, in the pages that it keeps once for all tables."""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.translation import get_language

from judging.calls.queries import covering
from judging.floor.result_views import changed_result
from judging.floor.table_views import sheet_context
from judging.offline.queries import TableToKeep, parts_of, tables_to_keep, written_version
from judging.pages.stand_in_queries import NAME, NUMBER, TABLE
from judging.permissions import can_log
from judging.policies.queries import rules_of
from judging.rulings.views.sides import changed_sides
from matches.live.queries import event_versions
from matches.live.state_queries import digest
from matches.models import Event, Match
from matches.pages.access_views import Roles
from matches.results.queries.results import with_results
from rules_engine.record import SEATS

SECONDS_CACHED = 3600
TOKEN = "StandInToken"  # noqa: S105 - the mark that a device replaces by the token of the page
Filled = dict[str, Any]
Places = dict[str, str]


def filled_tables(event: Event, roles: Roles, user: object, part: int) -> dict[str, Filled]:
    """By the match's id what is filled in for the tables of a part: marks, and whole places of pages that differ.

    What was made of a table is used again, also for other judges, until its version changes.
    """
    parts = parts_of(tables_to_keep(event, event_versions(event)))
    tables = parts[part - 1] if 1 <= part <= len(parts) else []
    texts = written_version(rules_of(event).policy)
    key = f"kept-tables:{digest(event.pk, part, sorted(roles), get_language(), texts)}"
    before: dict[int, tuple[str, Places]] = cache.get(key) or {}
    here = covering([table.match for table in tables])
    now, found = {}, {}
    for table in tables:
        pk, at = table.match.pk, here.get(table.match.pk)
        if table.quiet:
            places = {}
        elif at is not None and at == user:
            places = _places(event, roles, user, table)
        else:
            known = before.get(pk)
            places = known[1] if known and known[0] == table.version else _places(event, roles, None, table)
            now[pk] = (table.version, places)
        found[str(pk)] = _filled(table, places)
    if now != before:
        cache.set(key, now, SECONDS_CACHED)
    return found


def _filled(table: TableToKeep, places: Places) -> Filled:
    match, seats = table.match, list(table.match.seats.all())
    marks = {str(TABLE): str(match.table)}
    marks |= {str(NUMBER + seat.index): str(seat.entry.number) for seat in seats}
    return {
        "seats": len(seats),
        "marks": marks,
        "names": {f"{NAME}{SEATS[seat.index]}": seat.entry.unique_name for seat in seats},
        "starter": SEATS[match.starter] if match.starter is not None else "",
        "recorded": table.recorded,
        "places": places,
    }


def _places(event: Event, roles: Roles, user: object, table: TableToKeep) -> Places:
    """The places of pages that are not as at any table, by name."""
    match = with_results(Match.objects.filter(pk=table.match.pk).select_related("round__stage__event")).get()
    sheet = {**sheet_context(user, event, roles, match), "event": event, "roles": roles, "csrf_token": TOKEN}
    places: Places = {
        "sheet": render_to_string("judging/floor/_sheet.html", sheet),
        "state": render_to_string("judging/floor/_state.html", sheet),
    }
    if not can_log(roles):
        return places
    for side in changed_sides(event, match, rules_of(event).policy):
        places[side.place] = render_to_string("judging/rulings/_side.html", {"side": side})
    result = changed_result(event, roles, match)
    if result is not None:
        context = {**result, "event": event, "csrf_token": TOKEN}
        places["result"] = render_to_string("judging/floor/_result.html", context)
    return places
