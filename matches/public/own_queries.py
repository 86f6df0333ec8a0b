"""Reads what personal pages show, for many players of an event at once: as many queries as for one."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Set
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.forms.models import model_to_dict

from matches.course.queries import current_among, stages_of, visible_rounds
from matches.enums import ResultStatus, RoundStatus
from matches.final.prize_queries import PrizeWinners, final_winners
from matches.final.queries import FinalRanking, final_ranking
from matches.live.queries import Versions, event_versions
from matches.live.state_queries import digest
from matches.models import Entry, Event, Match, Result, Round, Seat, Stage, StandingsSnapshot
from matches.results.queries.results import with_results
from matches.snapshots.queries import latest_snapshot


class Person(NamedTuple):
    """A player of an event, as far as the name that is shown depends on it."""

    key: int
    number: int
    name_display: int | None
    shares_name: bool
    name: str
    last_name: str


@dataclass(frozen=True)
class EventNow:
    """What all players of an event see alike. ``versions`` were read first: the rest may be newer, never older."""

    event: Event
    versions: Versions
    mark: str
    """The same as long as the event's row and its players' names are: for what is kept."""
    people: tuple[Person, ...]
    stages: list[Stage]
    rounds: dict[int, Round]
    """Those that players may see, by id in order of play."""
    snapshot: StandingsSnapshot | None
    final: FinalRanking | None
    winners: PrizeWinners | None
    """Who wins which prize, once the event is over."""

    @property
    def round(self) -> Round | None:
        """The current round."""
        return current_among(self.rounds.values())

    @property
    def ranked(self) -> Stage | None:
        """The stage that the standings belong to: the last one that is not a bracket."""
        return next((stage for stage in reversed(self.stages) if not stage.is_bracket), None)


def event_now(event: Event) -> EventNow:
    """What all players of the event see alike: five queries, and those of the final ranking once the event is over."""
    versions = event_versions(event)
    people = _people(event)
    stages = stages_of(event)
    rounds = {known.pk: known for known in visible_rounds(event, staff=False)}
    ranked = next((stage for stage in reversed(stages) if not stage.is_bracket), None)
    snapshot = latest_snapshot(ranked) if ranked else None
    mark = digest(model_to_dict(event), people)
    final = final_ranking(event, stages)
    return EventNow(event, versions, mark, people, stages, rounds, snapshot, final, final_winners(final))


class MatchRow(NamedTuple):
    """A match of a player, as far as it changes what is told of it: who sits where, and which result is confirmed."""

    entry_id: int
    match_id: int
    key: UUID
    round_id: int
    table: int | None
    kind: str
    struck: bool
    seats: tuple[int, ...]
    result: tuple[Any, ...]


def match_rows(now: EventNow, entry_ids: Set[int]) -> dict[int, list[MatchRow]]:
    """The players' matches in the rounds that players may see, newest first: two queries.

    A round that was published after ``now`` was read is left out: its version is a later one, too.
    """
    rounds = {pk: place for place, pk in enumerate(now.rounds)}
    mine = Seat.objects.filter(entry__in=list(entry_ids), round__in=list(rounds)).values("match")
    seats: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    rows = Seat.objects.filter(match__in=mine).order_by("match_id", "index")
    for *match, entry_id in rows.values_list(
        "match_id", "match__key", "round_id", "match__table", "match__kind", "match__struck", "entry_id"
    ):
        seats[tuple(match)].append(entry_id)
    results = Result.objects.filter(match__in=mine, status=ResultStatus.CONFIRMED)
    known = {pk: tuple(columns) for pk, *columns in results.values_list("match_id", "pk", "version", "confirmed_at")}
    found: dict[int, list[MatchRow]] = defaultdict(list)
    for (pk, key, round_id, table, kind, struck), sitting in sorted(
        seats.items(), key=lambda item: -rounds[item[0][2]]
    ):
        for entry_id in entry_ids & set(sitting):
            row = MatchRow(entry_id, pk, key, round_id, table, kind, struck, tuple(sitting), known.get(pk, ()))
            found[entry_id].append(row)
    return found


def open_matches(now: EventNow, entry_ids: Set[int]) -> dict[int, Match]:
    """The players' matches or byes in the rounds that take results now, as ``with_results`` loads them."""
    rounds = [known.pk for known in now.rounds.values() if known.status in RoundStatus.takes_results()]
    mine = Seat.objects.filter(entry__in=list(entry_ids), round__in=rounds).values("match")
    found: dict[int, Match] = {}
    matches = list(with_results(Match.objects.filter(pk__in=mine))) if rounds else []
    for match in sorted(matches, key=lambda match: (now.rounds[match.round_id].number, match.pk)):
        match.round = now.rounds[match.round_id]
        found.update((seat.entry_id, match) for seat in match.seats.all() if seat.entry_id in entry_ids)
    return found


def _people(event: Event) -> tuple[Person, ...]:
    rows = Entry.objects.filter(event=event).order_by("pk")
    shown = rows.values_list("pk", "number", "name_display", "shares_name", "player__name", "player__last_name")
    return tuple(itertools.starmap(Person, shown))
