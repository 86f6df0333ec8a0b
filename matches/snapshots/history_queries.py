"""Reads the rounds of a stage as values of ``matches.history``: five queries for any size.

A player's key is the entry's number, padded so that text order is number order; it is stable in every export.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import OuterRef, Subquery

from matches.enums import (
    EntryStatus,
    LatePolicy,
    MatchKind,
    ResultStatus,
    RoundStatus,
)
from matches.history import Kind, Played, RoundPlayed, Scoring
from matches.models import Entry, Event, Match, ResultLine, Round, Seat, Stage, StandingsSnapshot
from matches.snapshots.carried_queries import carried_digest, carried_into
from matches.tables.kinds import restored
from matches.tables.outcome import Outcome, Part
from matches.tables.score import Score, SeatLine


def player_key(number: int) -> str:
    """The key of an entry in pure code."""
    return f"{number:06d}"


def scoring_of(event: Event) -> Scoring:
    """The event's match points."""
    return Scoring(**event.options.get("points", {}))


def closed_rounds(stage: Stage, *, upto: int | None = None) -> list[Round]:
    """The stage's closed rounds in order, to number ``upto`` if given; each knows the digest of its standings."""
    newest = StandingsSnapshot.objects.filter(round=OuterRef("pk")).order_by("-version").values("digest")
    rounds = Round.objects.filter(stage=stage, status=RoundStatus.CLOSED).order_by("number")
    rounds = rounds.annotate(digest=Subquery(newest[:1]))
    return list(rounds if upto is None else rounds.filter(number__lte=upto))


def standings_digest(stage: Stage, closed: Sequence[Round]) -> str:
    """The digest of the standings after ``closed_rounds``; before the first one that of what the stage takes over, else
    empty.
    """
    return getattr(closed[-1], "digest", None) or "" if closed else carried_digest(stage)


def history_of(stage: Stage, rounds: Iterable[Round], *, unfinished: bool = False) -> list[RoundPlayed]:
    """Return what counts for a stage: the rounds of the flights that its players come from, then ``rounds_played``."""
    return [*carried_into(stage, closed_history), *rounds_played(stage, rounds, unfinished=unfinished)]


def closed_history(stage: Stage) -> list[RoundPlayed]:
    """All closed rounds that count for a stage."""
    return history_of(stage, closed_rounds(stage))


def rounds_played(
    stage: Stage, rounds: Iterable[Round], *, unfinished: bool = False, struck: Collection[int] | None = None
) -> list[RoundPlayed]:
    """Return the given first rounds of a stage as history, with the lines for rounds that players missed.

    With ``unfinished`` the last one may be open: its matches without a result are left out. So are those that are
    struck; ``struck`` names other matches in their place.
    """
    rounds = list(rounds)
    ids = [round_.pk for round_ in rounds]
    numbers = {round_.pk: round_.number for round_ in rounds}
    seats, following = _seats(stage, numbers)
    scores = confirmed_scores(ids)
    by_round: dict[int, list[Played]] = defaultdict(list)
    matches = Match.objects.filter(round__in=ids).order_by("id")
    rows = matches.values_list("id", "round_id", "kind", "starter", "struck")
    seated: dict[int, set[str]] = {round_.number: set() for round_ in rounds}
    for match_id, round_id, kind, starter, is_struck in rows:
        seated[numbers[round_id]].update(player_key(number) for _, number in seats[match_id])
        if is_struck if struck is None else match_id in struck:
            continue
        if unfinished and kind == MatchKind.PLAYED and match_id not in scores:
            continue
        by_round[round_id].append(_played(seats[match_id], kind, starter, scores.get(match_id)))
    missed = _missed_lines(stage, seated, following)
    return [
        RoundPlayed(number=round_.number, matches=tuple(by_round[round_.pk] + missed.get(round_.number, [])))
        for round_ in rounds
    ]


def _seats(stage: Stage, numbers: dict[int, int]) -> tuple[dict[int, list[tuple[int, int]]], set[int]]:
    """Return the seats of these rounds (id → number) by match, as index and entry number, and the players of the
    public round after them: one query.
    """
    seats: dict[int, list[tuple[int, int]]] = defaultdict(list)
    following: set[int] = set()
    rows = Seat.objects.filter(
        round__stage=stage,
        round__status__in=RoundStatus.public(),
        round__number__lte=max(numbers.values(), default=0) + 1,
    ).order_by("match_id", "index")
    for round_id, match_id, index, number in rows.values_list("round", "match", "index", "entry__number"):
        if round_id in numbers:
            seats[match_id].append((index, number))
        else:
            following.add(number)
    return seats, following


def confirmed_scores(round_ids: Iterable[int], *, key: str = "pk") -> dict[Any, Score]:
    """Return the confirmed results of these rounds by this field of their match: one query."""
    rows = (
        ResultLine.objects.filter(result__match__round__in=round_ids, result__status=ResultStatus.CONFIRMED)
        .order_by("result__match_id", "seat__index")
        .values_list(
            f"result__match__{key}",
            "result__decided_by",
            "result__drawn_rounds",
            "outcome",
            "rounds_won",
            "total",
            "place",
            "part",
        )
    )
    found = {}
    for (match, decided_by, drawn), lines in groupby(rows, key=itemgetter(0, 1, 2)):
        found[match] = restored([_line(*row[3:]) for row in lines], decided_by, drawn)
    return found


def _line(outcome: str, rounds_won: int, total: int, place: int | None, part: str) -> SeatLine:
    return SeatLine(OUTCOME_OF[outcome], rounds_won, total, place, PART_OF[part])


OUTCOME_OF: dict[str, Outcome] = {str(outcome): outcome for outcome in Outcome}
PART_OF: dict[str, Part] = {str(part): part for part in Part}
WITHOUT_OPPONENT = {
    MatchKind.BYE: Kind.BYE,
    MatchKind.ASSIGNED_LOSS: Kind.ASSIGNED_LOSS,
    MatchKind.ASSIGNED_DRAW: Kind.ASSIGNED_DRAW,
}


def _played(seats: list[tuple[int, int]], kind: str, starter: int | None, score: Score | None) -> Played:
    keys = tuple(player_key(number) for _, number in seats)
    if kind != MatchKind.PLAYED:
        return Played(seats=keys, kind=WITHOUT_OPPONENT[MatchKind(kind)])
    if score is None:
        # A round closes only with all results, and a correction never removes a match's confirmed result.
        raise AssertionError(f"closed match without a confirmed result: {list(keys)}")
    return Played(seats=keys, score=score, first=starter)


def _missed_lines(stage: Stage, seated: dict[int, set[str]], following: set[int]) -> dict[int, list[Played]]:
    """Return the lines for rounds that players missed, as the event counts them; empty for a bracket.

    Missed rounds are those before a late entry, and in a Swiss stage those between a drop and the return. ``seated``
    are the keys of each round. A player who stays out gets no lines: shares count played rounds only.

    After the last of the rounds, the players in are those seated in the round ``following`` it, or the current ones
    if that round is not public yet. So a past round can be drawn again from what was known at the time.
    """
    policy = stage.event.late_policy
    if policy == LatePolicy.NOTHING or stage.is_bracket or not seated:
        return {}
    kind = MatchKind.BYE if policy == LatePolicy.BYES else MatchKind.ASSIGNED_LOSS
    missed: dict[int, list[Played]] = defaultdict(list)
    entries = Entry.objects.filter(event=stage.event).exclude(status=EntryStatus.REGISTERED).order_by("number")
    for number, entered, status in entries.values_list("number", "entered_round", "status"):
        still_in = number in following if following else status == EntryStatus.CHECKED_IN
        back = stage.has_open_field and still_in
        for round_number in sorted(seated, reverse=True):
            if player_key(number) in seated[round_number]:
                back = stage.has_open_field
            elif back or round_number < entered:
                missed[round_number].append(_played([(0, number)], kind, None, None))
    return missed
