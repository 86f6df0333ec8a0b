"""Reads the rounds of a stage as values of ``matches.history``: five queries for any size.

A player's key is the entry's number, padded so that text order is number order; it is stable in every export.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import OuterRef, Subquery

from matches.enums import (
    DecidedBy,
    EntryStatus,
    LatePolicy,
    MatchKind,
    ResultStatus,
    RoundStatus,
    SeatOutcome,
    SeatPart,
)
from matches.history import Kind, Outcome, Outcomes, Played, RoundPlayed, Scoring
from matches.models import Entry, Event, Match, ResultLine, Round, Seat, Stage, StandingsSnapshot


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


def standings_digest(closed: Sequence[Round]) -> str:
    """The digest of the standings after ``closed_rounds``; empty before the first one."""
    return getattr(closed[-1], "digest", None) or "" if closed else ""


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
    lines = _confirmed_results(ids)
    by_round: dict[int, list[Played]] = defaultdict(list)
    matches = Match.objects.filter(round__in=ids).order_by("id")
    rows = matches.values_list("id", "round_id", "kind", "starter", "struck")
    seated: dict[int, set[str]] = {round_.number: set() for round_ in rounds}
    for match_id, round_id, kind, starter, is_struck in rows:
        seated[numbers[round_id]].update(player_key(number) for _, number in seats[match_id])
        if is_struck if struck is None else match_id in struck:
            continue
        if unfinished and kind == MatchKind.PLAYED and match_id not in lines:
            continue
        by_round[round_id].append(_played(seats[match_id], kind, starter, lines.get(match_id)))
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


@dataclass(slots=True)
class _ConfirmedResult:
    """A match's confirmed result, with lists by seat."""

    drawn: int
    agreed: bool = False
    outcomes: list[str] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    @property
    def is_pod(self) -> bool:
        return any(self.places) or any(part != SeatPart.PLAYED for part in self.parts)


def _confirmed_results(round_ids: list[int]) -> dict[int, _ConfirmedResult]:
    """Return the confirmed results of these rounds by match: one query."""
    found: dict[int, _ConfirmedResult] = {}
    rows = (
        ResultLine.objects.filter(result__match__round__in=round_ids, result__status=ResultStatus.CONFIRMED)
        .order_by("result__match_id", "seat__index")
        .values_list(
            "result__match_id",
            "outcome",
            "rounds_won",
            "total",
            "place",
            "part",
            "result__drawn_rounds",
            "result__decided_by",
        )
    )
    for match_id, outcome, rounds_won, total, place, part, drawn, how in rows:
        result = found.setdefault(match_id, _ConfirmedResult(drawn, agreed=how == DecidedBy.INTENTIONAL_DRAW))
        result.outcomes.append(outcome)
        result.wins.append(rounds_won)
        result.totals.append(total)
        result.places.append(place or 0)
        result.parts.append(part)
    return found


_ALONE = {
    MatchKind.BYE: (Kind.BYE, Outcome.WON),
    MatchKind.ASSIGNED_LOSS: (Kind.ASSIGNED_LOSS, Outcome.LOST),
    MatchKind.ASSIGNED_DRAW: (Kind.ASSIGNED_DRAW, Outcome.DRAWN),
}


def _played(seats: list[tuple[int, int]], kind: str, starter: int | None, line: _ConfirmedResult | None) -> Played:
    keys = tuple(player_key(number) for _, number in seats)
    if kind != MatchKind.PLAYED:
        how, outcome = _ALONE[MatchKind(kind)]
        return Played(seats=keys, outcomes=(outcome,), kind=how)
    if line is None:
        # A round closes only with all results, and a correction never removes a match's confirmed result.
        raise AssertionError(f"closed match without a confirmed result: {list(keys)}")
    if line.is_pod:
        return Played(
            seats=keys,
            outcomes=history_outcomes(line.outcomes),
            totals=tuple(line.totals) if any(line.totals) else (),
            places=tuple(line.places),
            parts=tuple(line.parts),
            agreed=line.agreed,
            first=starter,
        )
    return Played(
        seats=keys,
        outcomes=history_outcomes(line.outcomes),
        wins=tuple(line.wins),
        drawn=line.drawn,
        totals=tuple(line.totals),
        first=starter,
    )


_HISTORY_OUTCOMES = {
    SeatOutcome.WIN: Outcome.WON,
    SeatOutcome.DRAW: Outcome.DRAWN,
    SeatOutcome.LOSS: Outcome.LOST,
}


def history_outcomes(stored: Iterable[str]) -> Outcomes:
    """Convert stored outcomes by seat (values of ``SeatOutcome``) to those of the pure code."""
    return tuple([_HISTORY_OUTCOMES[SeatOutcome(outcome)] for outcome in stored])


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
