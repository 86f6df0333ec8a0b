"""One player's place in the standings, explained: for the player's page and for the desk's."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import TypedDict

from matches.models import Entry, Event, StandingsSnapshot
from matches.people.labels import name_of
from matches.snapshots.history_queries import player_key
from matches.snapshots.labels import (
    ExplanationShown,
    column_keys,
    explanation_shown,
    lot_text,
    points_text,
    separation_text,
)
from matches.snapshots.queries import compute_table, decided_by_lot
from matches.standings import Table, explain, separation
from matches.standings.formats import plural_of


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """A player's rank and points; ``points_count`` chooses between *point* and *points*."""

    rank: int
    points: str
    points_count: int


class PlaceContext(TypedDict):
    """A player's place for ``matches/public/_place.html``; None for a player without one."""

    place: PlaceShown | None
    explanations: Sequence[ExplanationShown]
    separation: str
    lot: str


NO_PLACE: PlaceContext = {"place": None, "explanations": (), "separation": "", "lot": ""}


def place_context(event: Event, entry: Entry, snapshot: StandingsSnapshot | None) -> PlaceContext:
    """One player's place after a round: points, every tie-break with its sum, what separates it from the place above.

    Three queries, and those of the table if it is not cached yet.
    """
    stored = next((row for row in snapshot.rows if row["number"] == entry.number), None) if snapshot else None
    if snapshot is None or stored is None:
        return NO_PLACE
    table, key = _table(snapshot.pk, snapshot.created_at), player_key(entry.number)
    if key not in table.field.records:
        return NO_PLACE
    explanations = [explain(table, key, name) for name in column_keys(table.settings.order, snapshot.rows)]
    above = separation(table, key)
    keys = {part.opponent for explanation in explanations for part in explanation.parts if part.opponent}
    names = _names(event, keys | ({above.above} if above else set()))
    return {
        "place": PlaceShown(stored["rank"], points_text(stored), plural_of(Fraction(stored["points"]))),
        "explanations": [explanation_shown(explanation, names) for explanation in explanations],
        "separation": separation_text(above, names),
        "lot": _lot_text(event, entry, snapshot),
    }


def _lot_text(event: Event, entry: Entry, snapshot: StandingsSnapshot) -> str:
    """Among whom the lot decided this player's place; empty if it did not."""
    group = next((found for found in decided_by_lot(snapshot.rows) if entry.number in found), [])
    known = _names(event, [player_key(number) for number in group]) if group else {}
    return lot_text([known[player_key(number)] for number in group])


@lru_cache(maxsize=4)
def _table(snapshot_pk: int, created_at: datetime) -> Table:
    """Return the table of a snapshot with its history, cached for later requests.

    The cache key includes the time, because a restored database may have another snapshot with the same number and
    rows.
    """
    stored = StandingsSnapshot.objects.select_related("stage__event", "round")
    snapshot = stored.get(pk=snapshot_pk, created_at=created_at)
    return compute_table(snapshot.stage, upto=snapshot.round.number)


def _names(event: Event, keys: Collection[str]) -> dict[str, str]:
    entries = Entry.objects.filter(event=event, number__in=[int(key) for key in keys]).select_related("player")
    return {player_key(entry.number): name_of(entry, staff=False, event=event) for entry in entries}
