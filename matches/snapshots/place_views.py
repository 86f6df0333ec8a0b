"""One player's place in the standings, explained: for the player's page and for the desk's."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import TypedDict

from django.utils.safestring import SafeString

from matches.models import Entry, Event, StandingsSnapshot
from matches.pages.components import StandingsColumn, StandingsRow
from matches.pages.mould_views import Marks, Moulds
from matches.people.labels.names import name_elsewhere, name_of
from matches.snapshots.carried_queries import ELSEWHERE, carries
from matches.snapshots.history_queries import player_key
from matches.snapshots.labels import (
    ExplanationShown,
    column_keys,
    explanation_shown,
    lot_text,
    points_text,
    separation_text,
    struck_round_text,
    struck_text,
)
from matches.snapshots.queries import compute_table, decided_by_lot
from matches.snapshots.struck_queries import struck_players, struck_rounds
from matches.standings import Table, explain, separation
from matches.standings.formats import plural_of

PLACE = "matches/public/_place.html"
MOST_LOTS = 4
_kept_lots: dict[tuple[int, datetime], dict[int, list[int]]] = {}


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """A player's rank and points; ``points_count`` chooses between *point* and *points*."""

    rank: int
    points: str
    points_count: int


class PlaceContext(TypedDict):
    """A player's place for ``matches/public/_place.html``; None for a player without one.

    ``struck`` says which of the player's rounds do not count, or that none does.
    """

    place: PlaceShown | None
    explanations: Sequence[ExplanationShown]
    separation: str
    lot: str
    struck: Sequence[str]


NO_PLACE: PlaceContext = {"place": None, "explanations": (), "separation": "", "lot": "", "struck": ()}


def place_context(
    event: Event, entry: Entry, snapshot: StandingsSnapshot | None, names: Mapping[str, str] | None = None
) -> PlaceContext:
    """One player's place after a round: points, every tie-break with its sum, what separates it from the place above.

    ``names`` are those of all players, by their keys; without them one more query reads those that are needed. Two
    others read the table if it is not cached yet.
    """
    stored = next((row for row in snapshot.rows if row["number"] == entry.number), None) if snapshot else None
    if snapshot is None:
        return NO_PLACE
    if stored is None:
        return {**NO_PLACE, "struck": _struck_player(event, entry, snapshot)}
    table, key = _table(snapshot.pk, snapshot.created_at), player_key(entry.number)
    if key not in table.field.records:
        return NO_PLACE
    explanations = [explain(table, key, name) for name in column_keys(table.settings.order, snapshot.rows)]
    above = separation(table, key)
    before = _rounds_before(snapshot, table)
    if names is None or before:
        keys = {part.opponent for explanation in explanations for part in explanation.parts if part.opponent}
        known = names or {}
        names = {**known, **_names(event, (keys | ({above.above} if above else set())) - known.keys())}
    return {
        "place": PlaceShown(stored["rank"], points_text(stored), plural_of(Fraction(stored["points"]))),
        "explanations": [explanation_shown(explanation, names, before) for explanation in explanations],
        "separation": separation_text(above, names),
        "lot": _lot_text(event, entry, snapshot),
        "struck": _struck_rounds(event, entry, snapshot),
    }


def _rounds_before(snapshot: StandingsSnapshot, table: Table) -> int:
    """How many rounds the stage takes over from flights."""
    if not carries(snapshot.round.stage):
        return 0
    records = table.field.records.values()
    return max(0, 1 - min((record.lines[0].number for record in records if record.lines), default=1))


def _struck_player(event: Event, entry: Entry, snapshot: StandingsSnapshot) -> list[str]:
    name = name_of(entry, staff=False, event=event)
    return [struck_text(player, name) for player in struck_players(snapshot.round.stage) if player.entry == entry]


def _struck_rounds(event: Event, entry: Entry, snapshot: StandingsSnapshot) -> list[str]:
    return [
        struck_round_text(struck, name_of(struck.opponent, staff=False, event=event) if struck.opponent else "")
        for struck in struck_rounds(snapshot.round.stage, entry, upto=snapshot.round.number)
    ]


def place_html(context: PlaceContext, moulds: Moulds) -> SafeString:
    """The place as HTML. Players whose sums have as many parts share a mould."""
    marks, place = Marks(), context["place"]
    marked = {
        "place": replace(place, rank=marks.of(place.rank), points=marks.of(place.points)) if place else None,
        "explanations": [_marked(explanation, marks) for explanation in context["explanations"]],
        "separation": marks.of(context["separation"]),
        "lot": marks.of(context["lot"]),
        "struck": tuple(map(marks.of, context["struck"])),
    }
    return moulds.render(PLACE, marked, repr(marked), marks)


def _marked(explanation: ExplanationShown, marks: Marks) -> ExplanationShown:
    of = marks.of
    parts = [
        replace(part, round=of(part.round), opponent=of(part.opponent), value=of(part.value), counted=of(part.counted))
        for part in explanation.parts
    ]
    return replace(explanation, value=of(explanation.value), total=of(explanation.total), parts=parts)


def _lot_text(event: Event, entry: Entry, snapshot: StandingsSnapshot) -> str:
    """Among whom the lot decided this player's place; empty if it did not."""
    group = _lots(snapshot).get(entry.number, [])
    known = _names(event, [player_key(number) for number in group]) if group else {}
    return lot_text([known[player_key(number)] for number in group])


def _lots(snapshot: StandingsSnapshot) -> dict[int, list[int]]:
    """The players by number whom the lot told apart, each with all of the group; kept for the last few snapshots."""
    key = (snapshot.pk, snapshot.created_at)
    found = _kept_lots.get(key)
    if found is None:
        found = _kept_lots[key] = {number: group for group in decided_by_lot(snapshot.rows) for number in group}
        while len(_kept_lots) > MOST_LOTS:
            _kept_lots.pop(next(iter(_kept_lots)), None)
    return found


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
    numbers = [int(key) for key in keys]
    own = [number for number in numbers if number < ELSEWHERE]
    entries = Entry.objects.filter(event=event, number__in=own).select_related("player")
    names = {player_key(entry.number): name_of(entry, staff=False, event=event) for entry in entries}
    if len(own) < len(numbers):
        others = Entry.objects.filter(pk__in=[number - ELSEWHERE for number in numbers if number >= ELSEWHERE])
        for entry in others.select_related("player", "event"):
            names[player_key(ELSEWHERE + entry.pk)] = name_elsewhere(entry)
    return names


class StandingsContext(TypedDict):
    """Standings for ``components/standings.html``; ``cut`` is after how many rows the cut falls, ``cut_lot``
    says among whom the lot decided it, ``struck`` whose results do not count.
    """

    snapshot: StandingsSnapshot | None
    has_record: bool
    after: str
    columns: Sequence[StandingsColumn]
    rows: Sequence[StandingsRow]
    cut: int | None
    cut_lot: str
    struck: Sequence[str]


NO_STANDINGS: StandingsContext = {
    "snapshot": None,
    "has_record": False,
    "after": "",
    "columns": (),
    "rows": (),
    "cut": None,
    "cut_lot": "",
    "struck": (),
}
