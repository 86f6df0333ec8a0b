"""Events that are played in tests: through the services, as at the desk."""

from __future__ import annotations

from collections.abc import Iterable

from matches.audit.services import Actor
from matches.clock.services import start_clock
from matches.enums import MatchKind, Source, StageKind
from matches.models import Entry, Event, Match, Round, Seat, Stage
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round, pair_round, publish_round
from matches.tables.score import Duel, Score
from tests.factories import EntryFactory, EventFactory, StageFactory

TWO_NIL = Duel(rounds=(2, 0), winner=0)
TWO_ONE = Duel(rounds=(2, 1), winner=0)
ONE_TWO = Duel(rounds=(1, 2), winner=1)
NEITHER = Duel(winner=-1, decided_by="no_show")


def event_of(players: int, *, rounds: int = 3, cut: int | None = None, kind: StageKind = StageKind.SWISS) -> Event:
    """An event with checked-in players, numbered from 1, and its stages."""
    event = EventFactory()
    for number in range(1, players + 1):
        EntryFactory(event=event, number=number, player__name=f"Player {number:03d}")
    StageFactory(event=event, kind=kind, rounds_planned=rounds if kind == StageKind.SWISS else 0)
    if cut:
        StageFactory(event=event, order=2, kind=StageKind.SINGLE_ELIMINATION, rounds_planned=0, cut_to=cut)
    return event


def stage_of(event: Event, order: int = 1) -> Stage:
    return Stage.objects.select_related("event").get(event=event, order=order)


def fresh(round_: Round) -> Round:
    return Round.objects.select_related("stage__event").get(pk=round_.pk)


def match_at(round_: Round, table: int) -> Match:
    return Match.objects.select_related("round__stage__event").get(round=round_, table=table)


def names_at(round_: Round, table: int) -> list[str]:
    return [seat.entry.player.name for seat in match_at(round_, table).seats.order_by("index")]


def published(event: Event, desk: Actor, order: int = 1, seed: int | None = None) -> Round:
    """The stage's next round, paired and published."""
    return fresh(publish_round(round=pair_round(stage=stage_of(event, order), actor=desk, seed=seed), actor=desk))


def running(event: Event, desk: Actor, order: int = 1, seed: int | None = None) -> Round:
    return fresh(start_clock(round=published(event, desk, order, seed), actor=desk))


def report(round_: Round, desk: Actor, score: Score = TWO_ONE, tables: Iterable[int] | None = None) -> None:
    """Enter the same result at the given tables, or at all that have none."""
    for match in Match.objects.filter(round=round_, kind=MatchKind.PLAYED).select_related("round__stage__event"):
        missing = not match.results.filter(status="confirmed").exists()
        if (tables is None and missing) or match.table in (tables or ()):
            report_result(match=match, score=score, actor=desk, source=Source.DESK)


def played(event: Event, desk: Actor, order: int = 1, score: Score = TWO_ONE, seed: int | None = None) -> Round:
    """The stage's next round, from its draft until it is closed; the first seat always wins."""
    round_ = running(event, desk, order, seed)
    report(round_, desk, score)
    return fresh(close_round(round=round_, actor=desk))


def numbers_in(match: Match) -> list[int]:
    return list(Seat.objects.filter(match=match).order_by("index").values_list("entry__number", flat=True))


def entry(event: Event, number: int) -> Entry:
    return Entry.objects.select_related("player", "event").get(event=event, number=number)
