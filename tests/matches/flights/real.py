"""Real tournaments stored as events: as flights that play their first rounds apart, and a day 2 that goes on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from matches.audit.services import SYSTEM, audited_change
from matches.enums import EntryStatus, LatePolicy, MatchKind, ResultStatus, RoundStatus
from matches.history import Kind, Played, RoundPlayed
from matches.models import Entry, Event, Match, Result, ResultLine, Round, Seat, Stage
from matches.snapshots.services import store_snapshot
from matches.tables.kinds import kind_of_score
from tests.factories import NOON, EntryFactory, EventFactory, StageFactory

KINDS = {
    Kind.PLAYED: MatchKind.PLAYED,
    Kind.BYE: MatchKind.BYE,
    Kind.ASSIGNED_LOSS: MatchKind.ASSIGNED_LOSS,
    Kind.ASSIGNED_DRAW: MatchKind.ASSIGNED_DRAW,
}
OPTIONS = {"standings": {"order": ["omw", "rw", "orw", "lot"]}}


def apart(players: Sequence[str], rounds: Sequence[RoundPlayed]) -> list[list[str]]:
    """The players in groups that did not meet in these rounds: each group could have been a flight."""
    group = {key: {key} for key in players}
    for match in (match for round_ in rounds for match in round_.matches):
        first, *others = match.seats
        for other in others:
            if group[first] is not group[other]:
                group[first] |= group[other]
                for key in group[other]:
                    group[key] = group[first]
    return [sorted(keys) for keys in {id(keys): keys for keys in group.values()}.values()]


def in_flights(players: Sequence[str], rounds: Sequence[RoundPlayed], flights: int) -> list[list[str]]:
    """The groups joined into so many flights of about the same size."""
    divided: list[list[str]] = [[] for _flight in range(flights)]
    for keys in sorted(apart(players, rounds), key=lambda keys: (-len(keys), keys)):
        min(divided, key=len).extend(keys)
    return divided


def played_event(players: Iterable[str], rounds: Sequence[RoundPlayed], planned: int | None = None) -> Event:
    """An event of these players that played the rounds in which they are; each player's name is the key."""
    event = EventFactory(options=OPTIONS, late_policy=LatePolicy.NOTHING)  # who missed a round is out of it
    for number, key in enumerate(sorted(players), 1):
        EntryFactory(event=event, number=number, player__name=key, status=EntryStatus.CHECKED_IN)
    stage = StageFactory(event=event, rounds_planned=planned or len(rounds))
    for round_ in rounds:
        play_round(stage, round_)
    return event


def play_round(stage: Stage, played: RoundPlayed) -> Round:
    """Store a round with its results as closed, and the standings after it."""
    entries = {entry.player.name: entry for entry in Entry.objects.filter(event=stage.event).select_related("player")}
    number = Round.objects.filter(stage=stage).count() + 1
    round_ = Round.objects.create(
        stage=stage, number=number, seed=number, status=RoundStatus.CLOSED, published_at=NOON, closed_at=NOON
    )
    lines = [match for match in played.matches if match.seats[0] in entries]
    for table, match in enumerate(lines, 1):
        _store(round_, match, table, [entries[key] for key in match.seats])
    with audited_change("close_round", event_id=stage.event_id, actor=SYSTEM) as change:
        store_snapshot(round=Round.objects.select_related("stage__event").get(pk=round_.pk), change=change)
    return round_


def _store(round_: Round, played: Played, table: int, people: list[Entry]) -> None:
    is_match = played.kind is Kind.PLAYED
    match = Match.objects.create(round=round_, kind=KINDS[played.kind], table=table if is_match else None)
    seats = [Seat.objects.create(match=match, round=round_, index=k, entry=entry) for k, entry in enumerate(people)]
    if played.score is None:
        return
    result = Result.objects.create(
        match=match,
        version=1,
        status=ResultStatus.CONFIRMED,
        decided_by=played.score.decided_by,
        drawn_rounds=played.score.drawn_rounds,
        source="desk",
        reported_at=NOON,
        confirmed_at=NOON,
    )
    for seat, line in zip(seats, kind_of_score(played.score).lines(played.score), strict=True):
        ResultLine.objects.create(result=result, seat=seat, **msgspec.structs.asdict(line))


def names_of(event: Event) -> dict[int, str]:
    return dict(Entry.objects.filter(event=event).values_list("number", "player__name"))
