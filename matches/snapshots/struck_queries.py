"""Who is struck from a round robin, who may be, and which matches do not count in the standings for that.

The field of a round robin is in ``StageEntry``: a player who has left is struck there, once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Count

from matches.enums import DecidedBy, MatchKind, ResultStatus, RoundStatus, StageKind
from matches.events.queries.events import legs_of
from matches.events.queries.seats import seats_with
from matches.models import Entry, Match, Result, Seat, Stage, StageEntry
from matches.pairing.round_robin import played_half, schedule

NOT_PLAYED = frozenset({DecidedBy.NO_SHOW, DecidedBy.WALKOVER})
"""Decided without a match."""


@dataclass(frozen=True, slots=True)
class RobinPlayer:
    """A player of a round robin, who has ``played`` so many of the ``planned`` matches."""

    stage: Stage
    entry: Entry
    struck: bool
    played: int
    planned: int

    @property
    def played_half(self) -> bool:
        return played_half(self.played, self.planned)


def robin_player(entry: Entry) -> RobinPlayer | None:
    """The player in the event's round robin; None for anybody else. Three queries, one without a round robin."""
    place = StageEntry.objects.filter(entry=entry, stage__kind=StageKind.ROUND_ROBIN).select_related("stage__event")
    known = place.order_by("stage__order").first()
    return None if known is None else _with_matches(known.stage, [(entry, known.struck)])[0]


def struck_players(stage: Stage) -> list[RobinPlayer]:
    """The players who are struck from a stage, by number: three queries for a round robin, none for others."""
    if stage.kind != StageKind.ROUND_ROBIN:
        return []
    rows = StageEntry.objects.filter(stage=stage, struck=True).select_related("entry__player").order_by("entry__number")
    return _with_matches(stage, [(row.entry, True) for row in rows])


def struck_numbers(stage: Stage) -> frozenset[int]:
    """The numbers of the players who are struck from a stage: one query for a round robin, none for others."""
    if stage.kind != StageKind.ROUND_ROBIN:
        return frozenset()
    return frozenset(StageEntry.objects.filter(stage=stage, struck=True).values_list("entry__number", flat=True))


def _with_matches(stage: Stage, players: Sequence[tuple[Entry, bool]]) -> list[RobinPlayer]:
    if not players:
        return []
    planned = max(0, StageEntry.objects.filter(stage=stage).count() - 1) * legs_of(stage)
    results = Result.objects.filter(
        status=ResultStatus.CONFIRMED,
        match__kind=MatchKind.PLAYED,
        match__round__stage=stage,
        match__seats__entry__in=[entry for entry, _struck in players],
    ).exclude(match__round__status=RoundStatus.WITHDRAWN)
    counted = results.exclude(decided_by__in=NOT_PLAYED).order_by().values("match__seats__entry")
    played = dict(counted.annotate(n=Count("match", distinct=True)).values_list("match__seats__entry", "n"))
    return [RobinPlayer(stage, entry, struck, played.get(entry.pk, 0), planned) for entry, struck in players]


def struck_matches(stage: Stage, numbers: Collection[int]) -> set[int]:
    """The matches that do not count if these players are struck: theirs, and byes that stand for one with them.

    A bye stands for a match where the plan has its player meet somebody who is struck. Withdrawn rounds are among
    them, because they may be taken up again.
    """
    if not numbers:
        return set()
    instead = _planned_opponents(stage, numbers)
    rows = Seat.objects.filter(round__stage=stage).values_list(
        "match_id", "match__kind", "round__number", "entry__number"
    )
    return {
        match_id
        for match_id, kind, round_number, number in rows
        if number in numbers or (kind == MatchKind.BYE and (round_number, number) in instead)
    }


def _planned_opponents(stage: Stage, numbers: Collection[int]) -> set[tuple[int, int]]:
    """Whom the plan has meet these players, as the round's number and the player's."""
    field = StageEntry.objects.filter(stage=stage).order_by("seed").values_list("entry__number", flat=True)
    pairs = [
        (planned.number, *map(int, pair))
        for planned in schedule([str(number) for number in field], legs_of(stage))
        for pair in planned.pairs
    ]
    return {
        (round_number, other)
        for round_number, first, second in pairs
        for one, other in ((first, second), (second, first))
        if one in numbers
    }


@dataclass(frozen=True, slots=True)
class StruckRound:
    """A round of a player that does not count; without an opponent it was a bye."""

    number: int
    opponent: Entry | None


def struck_rounds(stage: Stage, entry: Entry, *, upto: int | None) -> list[StruckRound]:
    """The player's closed rounds, to number ``upto`` if given, that do not count: four queries for a round robin, none
    for others.
    """
    if stage.kind != StageKind.ROUND_ROBIN:
        return []
    matches = Match.objects.filter(
        round__stage=stage, round__status=RoundStatus.CLOSED, struck=True, seats__entry=entry
    )
    if upto is not None:
        matches = matches.filter(round__number__lte=upto)
    loaded = matches.select_related("round").prefetch_related(seats_with("entry__player")).order_by("round__number")
    return [
        StruckRound(
            match.round.number, next((seat.entry for seat in match.seats.all() if seat.entry_id != entry.pk), None)
        )
        for match in loaded
    ]
