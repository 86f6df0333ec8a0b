"""Standings as values: a snapshot's rows with names, and one place explained."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from matches.models import Entry, Event, Round, Stage, StandingsSnapshot
from matches.people.labels import name_of
from matches.rounds.history_queries import player_key
from matches.rounds.labels import round_label
from matches.snapshots.labels import NAMES, separation_text
from matches.snapshots.queries import compute_table, latest_snapshot, snapshot_after, tie_break_keys
from matches.standings import Row, Table, explain, separation
from matches.standings.explain import Explanation, Part
from matches.standings.shown import tie_break
from matches.standings.tie_breaks import How

LOT = "lot"
Names = Mapping[str, str]


def snapshot_of(stage: Stage, after: int | None) -> StandingsSnapshot | None:
    """The standings of a stage after round ``after`` (None: the last closed one), or None where there are none."""
    if after is None:
        return latest_snapshot(stage)
    round_ = Round.objects.filter(stage=stage, number=after, snapshots__isnull=False).order_by("-attempt").first()
    return None if round_ is None else snapshot_after(round_)


def standings_shown(event: Event, snapshot: StandingsSnapshot, *, staff: bool) -> dict[str, Any]:
    """A snapshot with the names of those in it: two queries."""
    round_ = Round.objects.select_related("stage__event").get(pk=snapshot.round_id)
    entries = {entry.number: entry for entry in Entry.objects.filter(event=event).select_related("player")}
    keys = tie_break_keys(snapshot)
    return {
        "stage": round_.stage.order,
        "after": round_.number,
        "label": round_label(round_),
        "version": snapshot.version,
        "digest": snapshot.digest,
        "computed_at": snapshot.created_at,
        "tie_breaks": [{"key": key, "name": _name(key)} for key in keys],
        "rows": [_row(row, keys, entries[row["number"]], event, staff=staff) for row in snapshot.rows],
    }


def _name(key: str) -> str:
    return _("Lot") if key == LOT else str(NAMES.get(key, key))


def _row(row: dict[str, Any], keys: list[str], entry: Entry, event: Event, *, staff: bool) -> dict[str, Any]:
    plain = ("rank", "number", "points", "wins", "losses", "draws", "byes", "dropped")
    return {
        **{name: row[name] for name in plain},
        "name": name_of(entry, staff=staff, event=event),
        "status": entry.status,
        "tie_breaks": [{"key": key, **value_shown(key, row["tie_breaks"][key])} for key in keys],
    }


def value_shown(key: str, value: Fraction | str | int | None) -> dict[str, Any]:
    """A number exact and as tables show it."""
    return {"exact": None if value is None else str(value), "shown": tie_break(key, value)}


def _amount(found: Explanation, value: Fraction | int) -> dict[str, Any]:
    """A part or a total: of a share it is points, which only divided are a per cent."""
    return value_shown("" if found.how is How.SHARE else found.key, value)


def place_explained(
    event: Event, stage: Stage, number: int, after: int | None, *, staff: bool
) -> dict[str, Any] | None:
    """One player's place after the closed rounds (to ``after``), explained; None where there is no such place."""
    table = compute_table(stage, upto=after)
    row = next((row for row in table.rows if row.player == player_key(number)), None)
    if row is None or not row.played:
        return None
    entries = Entry.objects.filter(event=event).select_related("player")
    names = {player_key(entry.number): name_of(entry, staff=staff, event=event) for entry in entries}
    plain = ("rank", "points", "wins", "losses", "draws", "byes")
    return {
        "stage": stage.order,
        "number": number,
        "name": names[row.player],
        **{name: getattr(row, name) for name in plain},
        "tie_breaks": [_explained(key, explain(table, row.player, key), names) for key in row.tie_breaks if key != LOT],
        "separation": _separation(table, row, names),
    }


def _explained(key: str, found: Explanation, names: Names) -> dict[str, Any]:
    return {
        "key": key,
        "name": _name(key),
        "how": found.how.value,
        "value": value_shown(key, found.value),
        "total": _amount(found, found.total),
        "divided_by": found.divided_by,
        "floored": found.floored,
        "floor": None if found.floor is None else value_shown(key, found.floor),
        "parts": [_part(found, part, names) for part in found.parts],
    }


def _part(found: Explanation, part: Part, names: Names) -> dict[str, Any]:
    return {
        "round": part.number,
        "opponent": _player(part.opponent, names),
        "result": part.result,
        "value": _amount(found, part.value),
        "points": part.points,
        "whole": part.whole,
        "floored": part.floored,
        "left_out": part.left_out,
    }


def _player(key: str | None, names: Names) -> dict[str, Any] | None:
    return None if key is None else {"number": int(key), "name": names[key]}


def _separation(table: Table, row: Row, names: Names) -> dict[str, Any] | None:
    found = separation(table, row.player)
    if found is None:
        return None
    return {
        "above": _player(found.above, names),
        "key": found.key,
        "own": value_shown(found.key, found.own),
        "theirs": value_shown(found.key, found.theirs),
        "words": separation_text(found, names),
    }
