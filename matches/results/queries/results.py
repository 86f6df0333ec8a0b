"""Reads results: confirmed, reported, missing and differing ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from math import ceil
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, Prefetch, Q, QuerySet

from matches.clock.queries import round_clock, with_extensions
from matches.clock.timing import ClockState
from matches.enums import (
    DecidedBy,
    EntryStatus,
    MatchKind,
    MatchStatus,
    ResultStatus,
    RoundStatus,
    Source,
    StageKind,
)
from matches.events.queries.games import shape_of
from matches.events.queries.seats import seats_of, seats_with
from matches.kept_queries import Given, KeptQuery, keep_related
from matches.models import Entry, Event, Match, Result, ResultLine, Round, Seat
from matches.tables.kinds import kind_of_score, restored
from matches.tables.outcome import Outcome, Part
from matches.tables.score import DRAWN, Score, SeatLine


def score_of(result: Result) -> Score:
    """A stored result as a score; its ``lines`` (with their seats) should be prefetched."""
    lines = sorted(result.lines.all(), key=lambda line: line.seat.index)
    return restored([line_of(line) for line in lines], result.decided_by, result.drawn_rounds)


def line_of(line: ResultLine) -> SeatLine:
    """A seat's line of a stored result as a value."""
    return SeatLine(Outcome(line.outcome), line.rounds_won, line.total, line.place, Part(line.part))


def with_results(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches with seats, players and the results that still stand (confirmed or reported): five queries."""
    standing = Result.objects.exclude(status=ResultStatus.SUPERSEDED).order_by("version")
    standing = standing.prefetch_related(lines_with_seats())
    return matches.prefetch_related(
        seats_with("entry__player"), Prefetch("results", standing, to_attr="standing_results")
    )


def lines_with_seats() -> Prefetch[str]:
    """The lines of results with their seats, in the order of these: one query."""
    return Prefetch("lines", ResultLine.objects.select_related("seat").order_by("seat__index"))


def matches_of_round(round_: Round) -> list[Match]:
    """A round's matches by table, byes last, as ``with_results`` loads them."""
    found = list(with_results(Match.objects.filter(round=round_)))
    for match in found:
        match.round = round_
    return sorted(found, key=lambda match: (match.table is None, match.table or 0, match.pk))


class Doubt(StrEnum):
    """Why the page asks before it stores a score that is possible."""

    LOW = "low_score"
    DRAW_BEFORE_START = "draw_before_start"
    BEFORE_TIME = "before_time"
    WINNER_DROPPED = "winner_dropped"
    WINNER_DISQUALIFIED = "winner_disqualified"
    CONCEDED_A_WIN = "conceded_a_win"

    @classmethod
    def values(cls) -> frozenset[str]:
        """The codes, as refusals have them."""
        return frozenset(cls)


class Doubted(NamedTuple):
    """A doubt with what its question names: the seconds left on the clock, or a player."""

    code: Doubt
    left: int = 0
    entry: Entry | None = None


def doubts_about(match: Match, score: Score, now: datetime) -> list[Doubted]:
    """What to ask about a score before it is stored; ``match`` has its round, stage and event loaded."""
    doubts = []
    if kind_of_score(score).is_doubtful(score, shape_of(match.round.stage.event)):
        doubts.append(Doubted(Doubt.LOW))
    if score.decided_by == DecidedBy.TIME:
        doubts += _doubts_about_time(match, score, now)
    seats = match.seats.select_related("entry__player", "entry__event").order_by("index")
    needed = shape_of(match.round.stage.event).wins_needed
    return [*doubts, *_doubts_about_concession(seats, score, needed), *doubts_about_winner(seats, score)]


def _doubts_about_time(match: Match, score: Score, now: datetime) -> list[Doubted]:
    if match.round.status == RoundStatus.PUBLISHED:
        return [Doubted(Doubt.DRAW_BEFORE_START)] if score.winner is DRAWN else []
    if match.round.status not in RoundStatus.takes_results():
        return []
    reading = round_clock(match.round).read(now, match.pk)
    has_time = reading.state in (ClockState.RUNNING, ClockState.PAUSED)
    return [Doubted(Doubt.BEFORE_TIME, left=ceil(reading.left))] if has_time else []


def _doubts_about_concession(seats: Iterable[Seat], score: Score, needed: int | None) -> list[Doubted]:
    """A player concedes who has won the rounds that are ``needed``: the mark may be the wrong one."""
    if score.decided_by != DecidedBy.CONCESSION or not needed:
        return []
    lines = kind_of_score(score).lines(score)
    return [
        Doubted(Doubt.CONCEDED_A_WIN, entry=seat.entry)
        for seat in seats
        if lines[seat.index].outcome is Outcome.LOST and lines[seat.index].rounds_won >= needed
    ]


def doubts_about_winner(seats: Iterable[Seat], score: Score) -> list[Doubted]:
    """A player who has left wins: the result may belong to the other one. ``seats`` have their players loaded."""
    doubts = {
        EntryStatus.DROPPED: Doubt.WINNER_DROPPED,
        EntryStatus.DISQUALIFIED: Doubt.WINNER_DISQUALIFIED,
    }
    return [
        Doubted(doubts[EntryStatus(seat.entry.status)], entry=seat.entry)
        for seat in seats
        if seat.entry.status in EntryStatus.out() and score.outcomes[seat.index] is Outcome.WON
    ]


def own_match(entry: Entry) -> Match | None:
    """The player's match or bye in the round that takes results now, as ``with_results`` loads it."""
    mine = Match.objects.filter(seats__entry=entry, round__status__in=RoundStatus.takes_results())
    return with_results(mine.select_related("round__stage__event")).order_by("-round__number").first()


def confirmed(match: Match) -> Result | None:
    """The confirmed result of a match loaded by ``with_results``."""
    return next((r for r in match.standing_results if r.status == ResultStatus.CONFIRMED), None)  # type: ignore[attr-defined]


def reports(match: Match) -> list[Result]:
    """The unconfirmed reports of a match loaded by ``with_results``."""
    return [r for r in match.standing_results if r.status == ResultStatus.REPORTED]  # type: ignore[attr-defined]


def solo_reports(round_: Round, matches: Iterable[Match]) -> list[Result]:
    """In a round of a score attack, the reports that wait for the desk; matches are as ``with_results`` loads them.

    Nobody else at the table can confirm them. Empty in every other round. That of a player who has left is not among
    them: the desk enters it by itself, and is asked.
    """
    if round_.stage.kind != StageKind.SCORE_ATTACK:
        return []
    waiting = [(match, report) for match in matches if confirmed(match) is None for report in reports(match)]
    return [report for match, report in waiting if not doubts_about_winner(match.seats.all(), score_of(report))]


def is_reported(match: Match) -> bool:
    """Whether somebody reported a result of a match loaded by ``with_results``; a bracket's carried one is not a
    report.
    """
    return any(result.source != Source.SYSTEM for result in match.standing_results)  # type: ignore[attr-defined]


def differs(match: Match) -> bool:
    """Whether both players have reported, with different results."""
    waiting = reports(match)
    return len(waiting) > 1 and len({score_of(result) for result in waiting}) > 1


def match_status(match: Match) -> MatchStatus:
    """The status of a match loaded by ``with_results``."""
    if match.kind != MatchKind.PLAYED:
        return MatchStatus.BYE
    if confirmed(match) is not None:
        return MatchStatus.DONE
    if differs(match):
        return MatchStatus.DIFFERS
    return MatchStatus.REPORTED if reports(match) else MatchStatus.OPEN


def visible_matches(event: Event, *, staff: bool) -> QuerySet[Match]:
    """The event's matches in order of play and by table, byes last; without withdrawn ones, those of drafts only for
    staff.
    """
    matches = _visible(event, staff=staff).select_related("round__stage__event").defer("round__pairing")
    loaded = with_extensions(with_results(matches))
    return loaded.order_by("round__stage__order", "round__number", F("table").asc(nulls_last=True), "pk")


def visible_match(event: Event, key: UUID, *, staff: bool) -> Match | None:
    """One of the ``visible_matches`` with its seats and entries, without results: who changes these reads them under
    the lock. Two queries.
    """
    match = (_FOR_STAFF if staff else _FOR_ALL).first(key, event.pk)
    if match is not None:
        match.round.stage.event = event
        keep_related(match, "seats", seats_of(match))
    return match


def _visible_by_key(key: Given, event: Given, *, staff: bool) -> QuerySet[Match]:
    matches = _visible(event, staff=staff).select_related("round__stage").defer("round__pairing")
    return matches.filter(key=key.of(Match._meta.get_field("key")))


_FOR_STAFF = KeptQuery(lambda key, event: _visible_by_key(key, event, staff=True))
_FOR_ALL = KeptQuery(lambda key, event: _visible_by_key(key, event, staff=False))


def results_of(match: Match) -> list[Result]:
    """All versions of a match's result in order, with their reporters, lines and seats: two queries."""
    versions, lines = _VERSIONS.all(match.pk), defaultdict(list)
    for line in _LINES.all(match.pk) if versions else ():
        lines[line.result_id].append(line)
    for version in versions:
        keep_related(version, "lines", lines[version.pk])
    return versions


_VERSIONS = KeptQuery(
    lambda match: (
        Result.objects.filter(match=match)
        .select_related("reported_by_user", "reported_by_entry__player")
        .order_by("version")
    )
)
_LINES = KeptQuery(
    lambda match: ResultLine.objects.filter(result__match=match).select_related("seat").order_by("seat__index")
)


def _visible(event: Event | Given, *, staff: bool) -> QuerySet[Match]:
    matches = Match.objects.filter(round__stage__event=event).exclude(round__status=RoundStatus.WITHDRAWN)
    return matches if staff else matches.filter(round__status__in=RoundStatus.public())


def missing_tables(round_: Round) -> list[int]:
    """The tables of a round without a confirmed result, in order."""
    without = Match.objects.filter(round=round_, kind=MatchKind.PLAYED).exclude(results__status=ResultStatus.CONFIRMED)
    return [table for table in without.order_by("table").values_list("table", flat=True) if table is not None]


def reported_tables(round_: Round) -> list[int]:
    """The tables where a result was reported, in order. What a bracket carries over is carried over again."""
    standing = Result.objects.filter(match__round=round_).exclude(status=ResultStatus.SUPERSEDED)
    tables = standing.exclude(source=Source.SYSTEM).values_list("match__table", flat=True)
    return sorted({table for table in tables if table is not None})


def differing(matches: Iterable[Match]) -> list[Match]:
    """The matches whose two players reported different scores."""
    return [match for match in matches if confirmed(match) is None and differs(match)]


def absent_in(round_: Round) -> QuerySet[Entry]:
    """The players who are in and lost a match of the round by no-show: they are dropped as it closes."""
    lines = ResultLine.objects.filter(
        result__match__round=round_,
        result__status=ResultStatus.CONFIRMED,
    ).filter(Q(part=Part.ABSENT) | Q(result__decided_by=DecidedBy.NO_SHOW, place__isnull=True, outcome=Outcome.LOST))
    # Read first: as one query, a database without statistics asks for the lines again for each entry and each seat.
    entries = list(lines.values_list("seat__entry", flat=True))
    return Entry.objects.filter(pk__in=entries, status=EntryStatus.CHECKED_IN)
