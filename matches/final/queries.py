"""The final ranking of an event that is over: the last stage's places, ties by the stage before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from matches.brackets.queries.pod_cuts import bracket_is_decided, known_bracket
from matches.course.queries import is_over, stages_of
from matches.enums import EntryStatus
from matches.models import Entry, Event, Round, Stage, StandingsSnapshot
from matches.pairing.bracket import PlaceRange
from matches.snapshots.queries import decided_by_lot, entries_by_number, latest_snapshot
from matches.standings.final import final_places


@dataclass(frozen=True)
class StagePlaces:
    """The places that a stage awarded, by player number. A bracket has no ``snapshot``."""

    stage: Stage
    places: Mapping[int, PlaceRange]
    snapshot: StandingsSnapshot | None = None

    @property
    def first_places(self) -> dict[int, int]:
        return {number: place.first for number, place in self.places.items()}


@dataclass(frozen=True)
class FinalRow:
    """A player's final place with the places in the stages, the last one first; None in a stage without the player."""

    rank: int
    entry: Entry
    places: tuple[PlaceRange | None, ...]


@dataclass(frozen=True)
class FinalRanking:
    """The ranking of everyone who played, best first, with the stages that decided it, the last one first."""

    event: Event
    stages: tuple[StagePlaces, ...]
    rows: tuple[FinalRow, ...]

    @property
    def winners(self) -> list[Entry]:
        """The players at place 1: usually one, several who share it, or none after a final without players."""
        return [row.entry for row in self.rows if row.rank == 1]

    @cached_property
    def ranked(self) -> StagePlaces | None:
        """The last stage with points."""
        return next((stage for stage in self.stages if stage.snapshot is not None), None)

    @cached_property
    def standing_rows(self) -> dict[int, dict[str, Any]]:
        """The stored rows of the last stage with points, by player number."""
        snapshot = self.ranked.snapshot if self.ranked is not None else None
        return {row["number"]: row for row in snapshot.rows} if snapshot is not None else {}

    @property
    def lot_for_first(self) -> list[Entry]:
        """The players among whom the lot decided who is first; empty if it did not."""
        decided = self.stages[0].snapshot
        groups = decided_by_lot(decided.rows) if decided is not None else []
        first = self.rows[0].entry.number if self.rows else None
        group = next((numbers for numbers in groups if first in numbers), [])
        entries = {row.entry.number: row.entry for row in self.rows}
        return [entries[number] for number in group if number in entries]

    @property
    def is_of_one_table(self) -> bool:
        """Whether the final ranking is the last standings: no other stage decided anything."""
        return len(self.stages) == 1 and self.ranked is not None

    def rank_of(self, number: int) -> int | None:
        """A player's final place; None for a player who is not ranked."""
        return next((row.rank for row in self.rows if row.entry.number == number), None)


def final_ranking(event: Event, stages: list[Stage] | None = None) -> FinalRanking | None:
    """Return the final ranking of an event; None before its last stage is finished, or if nothing was played.

    One query before the end (none with the ``stages`` given); after it three to five more for each stage.
    """
    stages = stages_of(event) if stages is None else stages
    return ranking_so_far(event, stages) if is_over(stages) else None


def winner_numbers(event: Event) -> list[int]:
    """The numbers of the players at place 1 of an event that is over, as its log notes them."""
    ranking = final_ranking(event)
    return [entry.number for entry in ranking.winners] if ranking is not None else []


def ranking_so_far(event: Event, stages: list[Stage]) -> FinalRanking | None:
    """The ranking by what has been played, as if the event ended now; None if nothing was played."""
    entries = entries_by_number(event)
    found = [_stage_places(stage, entries) for stage in reversed(stages)]
    decided = tuple(ranked for ranked in found if ranked is not None and ranked.places)
    if not decided:
        return None
    places = final_places([ranked.first_places for ranked in decided], _unlisted(entries))
    rows = tuple(
        FinalRow(place.rank, entries[place.player], tuple(ranked.places.get(place.player) for ranked in decided))
        for place in places
    )
    return FinalRanking(event, decided, rows)


def _unlisted(entries: Mapping[int, Entry]) -> list[int]:
    return [
        number
        for number, entry in entries.items()
        if entry.status == EntryStatus.DISQUALIFIED and not entry.keeps_place
    ]


def _stage_places(stage: Stage, entries: Mapping[int, Entry]) -> StagePlaces | None:
    return _bracket_places(stage, entries) if stage.is_bracket else _standings_places(stage)


def _bracket_places(stage: Stage, entries: Mapping[int, Entry]) -> StagePlaces | None:
    """The places of a bracket; None if it was never seeded.

    In a bracket that was ended early, the players still in share the places above those who are out.
    """
    known = known_bracket(stage)
    if known is None:
        return None
    numbers = {entry.pk: number for number, entry in entries.items()}
    placings = known.state.placings
    still_in = [seed for seed in known.entries if seed not in placings]
    places = {**placings, **{seed: PlaceRange(1, len(still_in)) for seed in still_in}}
    return StagePlaces(stage, {numbers[known.entries[seed]]: place for seed, place in places.items()})


def _standings_places(stage: Stage) -> StagePlaces | None:
    """The places of a stage with points; None before its first round is closed."""
    snapshot = latest_snapshot(stage)
    if snapshot is None:
        return None
    field = set(stage.field.values_list("entry__number", flat=True))
    ranks = {row["number"]: row["rank"] for row in snapshot.rows if not field or row["number"] in field}
    sharing = Counter(ranks.values())
    places = {number: PlaceRange(rank, rank + sharing[rank] - 1) for number, rank in ranks.items()}
    return StagePlaces(stage, places, snapshot)


def finishes_event(round_: Round) -> bool:
    """Whether the event ends with this round, once all its results are in and it is closed."""
    return ends_stage(round_) and is_last_stage(round_.stage)


def ends_stage(round_: Round) -> bool:
    stage = round_.stage
    return bracket_is_decided(stage) if stage.is_bracket else 0 < stage.rounds_planned <= round_.number


def is_last_stage(stage: Stage) -> bool:
    return not Stage.objects.filter(event=stage.event, order__gt=stage.order).exists()
