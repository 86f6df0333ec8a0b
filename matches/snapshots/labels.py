"""Tie-breaks explained in words: the parts of a sum, and what separates two places."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import Entry, Event, StandingsSnapshot
from matches.people.labels import name_of
from matches.rounds.history_queries import player_key
from matches.snapshots.queries import compute_table
from matches.standings import How, Table, explain, separation
from matches.standings.explain import Explanation, Part, Separation
from matches.standings.shown import tie_break

SHORT = {
    "omw": gettext_lazy("OMW %"),
    "rw": gettext_lazy("RW %"),
    "orw": gettext_lazy("ORW %"),
    "head_to_head": gettext_lazy("H2H"),
    "bank_diff": gettext_lazy("Bank ±"),
    "bank_total": gettext_lazy("Bank"),
    "buchholz": gettext_lazy("Buch"),
    "median_buchholz": gettext_lazy("Med"),
    "sonneborn_berger": gettext_lazy("SB"),
    "wins": gettext_lazy("Wins"),
    "losses_late": gettext_lazy("Late"),
    "seed": gettext_lazy("Seed"),
}
NAMES = {
    "omw": gettext_lazy("Opponents’ match-win share"),
    "rw": gettext_lazy("Own round-win share"),
    "orw": gettext_lazy("Opponents’ round-win share"),
    "head_to_head": gettext_lazy("Head to head"),
    "bank_diff": gettext_lazy("Own totals less opponents’ totals"),
    "bank_total": gettext_lazy("Sum of own totals"),
    "buchholz": gettext_lazy("Buchholz"),
    "median_buchholz": gettext_lazy("Median Buchholz"),
    "sonneborn_berger": gettext_lazy("Sonneborn-Berger"),
    "wins": gettext_lazy("Number of wins"),
    "losses_late": gettext_lazy("Rounds lost in, the later the better"),
    "seed": gettext_lazy("Seeding"),
}
RESULTS = {"won": gettext_lazy("won"), "lost": gettext_lazy("lost"), "drawn": gettext_lazy("drawn")}


def place_shown(event: Event, entry: Entry, snapshot: StandingsSnapshot | None) -> dict[str, Any]:
    """One player's place after a round: points, every tie-break with its sum, what separates from the place above.

    Empty for a player who is not in that table. Three queries beside those of a table that nobody asked for yet.
    """
    stored = next((row for row in snapshot.rows if row["number"] == entry.number), None) if snapshot else None
    if snapshot is None or stored is None:
        return {}
    table, key = _table(snapshot.pk, snapshot.created_at), player_key(entry.number)
    if key not in table.field.records:
        return {}
    explanations = [explain(table, key, name) for name in table.settings.order if name in NAMES]
    above = separation(table, key)
    keys = {part.opponent for found in explanations for part in found.parts if part.opponent}
    names = _names(event, keys | ({above.above} if above else set()))
    return {
        "place": stored,
        "explanations": [explanation_shown(found, names) for found in explanations],
        "separation": separation_text(above, names),
    }


@lru_cache(maxsize=4)
def _table(snapshot_pk: int, created_at: datetime) -> Table:
    """The table of a snapshot with the history it was made from, kept for the next player who asks.

    The time tells a snapshot from another of the same number and the same rows in a restored database.
    """
    stored = StandingsSnapshot.objects.select_related("stage__event", "round")
    snapshot = stored.get(pk=snapshot_pk, created_at=created_at)
    return compute_table(snapshot.stage, upto=snapshot.round.number)


def _names(event: Event, keys: Collection[str]) -> dict[str, str]:
    entries = Entry.objects.filter(event=event, number__in=[int(key) for key in keys]).select_related("player")
    return {player_key(entry.number): name_of(entry, staff=False, event=event) for entry in entries}


def explanation_shown(explanation: Explanation, names: Mapping[str, str]) -> dict[str, Any]:
    """One tie-break of one player: its name, its value, and a line for each part of the sum."""
    key = explanation.key
    return {
        "key": key,
        "name": NAMES.get(key, key),
        "value": tie_break(key, explanation.value),
        "parts": [_part_shown(key, part, names) for part in explanation.parts],
        "total": str(explanation.total) if key == "rw" else tie_break(key, explanation.total),
        "divided_by": explanation.divided_by if explanation.divided_by > 1 else None,
        "floored": tie_break(key, explanation.floor) if explanation.floored else "",
        "nobody": explanation.how is How.AMONG_TIED and not explanation.tied_with,
    }


def _part_shown(key: str, part: Part, names: Mapping[str, str]) -> dict[str, Any]:
    points = ""
    if part.whole:
        points = _("%(points)s of %(whole)s points") % {"points": part.points, "whole": part.whole}
    return {
        "round": part.number,
        "opponent": names.get(part.opponent or "", "") or _("no opponent"),
        "result": RESULTS.get(part.result, part.result),
        # Of an own share a part is points; as a per cent it would read as six hundred.
        "value": str(part.value) if key == "rw" else tie_break(key, part.value),
        "from": points,
        "floored": part.floored,
        "left_out": part.left_out,
    }


def separation_text(found: Separation | None, names: Mapping[str, str]) -> str:
    """What puts the next better player there, in one sentence; empty at the top."""
    if found is None:
        return ""
    above = names.get(found.above, found.above)
    if found.key == "points":
        return _("%(above)s is one place up with %(theirs)s points to %(own)s.") % {
            "above": above,
            "theirs": found.theirs,
            "own": found.own,
        }
    if found.key == "lot":
        return _("%(above)s is one place up by lot: all else is equal.") % {"above": above}
    return _("%(above)s is one place up on %(name)s: %(theirs)s to %(own)s.") % {
        "above": above,
        "name": str(NAMES.get(found.key, found.key)).lower(),
        "theirs": tie_break(found.key, found.theirs),
        "own": tie_break(found.key, found.own),
    }
