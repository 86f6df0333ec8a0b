"""A player's history for the desk: rounds, opponents, results, points, starts and what other apps have on record."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypedDict

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.desk.page_views import round_url
from matches.enums import MatchKind, RoundStatus, SeatOutcome
from matches.events.pod_queries import pod_setup
from matches.final.queries import final_ranking
from matches.history import Kind, Played, Scoring
from matches.models import Entry, Event, Match, Result
from matches.pages.components import Link
from matches.plugins import PlayerNote, registry
from matches.pod_reckoning import reckon
from matches.public.line_views import own_result
from matches.results.labels import how_decided, with_pot
from matches.results.place_labels import OwnResult
from matches.results.queries import confirmed, score_of, with_results
from matches.rounds.labels import round_label
from matches.rounds.queries import stages_of
from matches.snapshots.history_queries import player_key, scoring_of
from matches.snapshots.queries import latest_snapshot
from matches.standings.formats import number_text, plural_of


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A match of a player as the desk sees it. ``points`` is None while there is no result, and in a bracket."""

    round: str
    round_url: str
    table: int | None
    table_url: str
    kind: str
    opponents: list[Link]
    word: str
    score: str
    decided: str
    points: int | str | None
    started: bool


class HistoryContext(TypedDict):
    """The rounds of a player, the points so far, the place, and the notes of other apps."""

    history: list[HistoryLine]
    points: int | str
    points_count: int
    starts: int
    place: str
    player_notes: list[PlayerNote]


def history_context(event: Event, entry: Entry) -> HistoryContext:
    """Every round of the player, the first one first, with the place and the notes of other apps."""
    mine = Match.objects.filter(seats__entry=entry).exclude(round__status=RoundStatus.WITHDRAWN)
    order = ("round__stage__order", "round__number")
    scoring = scoring_of(event)
    matches = list(with_results(mine.select_related("round__stage__event").order_by(*order)))
    points = [_points(match, entry, scoring) for match in matches]
    lines = [_line(match, event, entry, brought) for match, brought in zip(matches, points, strict=True)]
    total = Fraction(sum(brought for brought in points if brought is not None))
    return {
        "history": lines,
        "points": int(total) if total.denominator == 1 else number_text(total),
        "points_count": plural_of(total),
        "starts": sum(line.started for line in lines),
        "place": _place(event, entry),
        "player_notes": [note for source in registry.player_notes for note in source(event, entry)],
    }


def _place(event: Event, entry: Entry) -> str:
    """The final place, or the one after the last closed round; empty without one."""
    stages = stages_of(event)
    ranking = final_ranking(event, stages)
    if ranking is not None:
        rank = ranking.rank_of(entry.number)
        return _("Final place %(rank)s") % {"rank": rank} if rank else ""
    stage = next((known for known in reversed(stages) if not known.is_bracket), None)
    snapshot = latest_snapshot(stage) if stage else None
    row = next((row for row in snapshot.rows if row["number"] == entry.number), None) if snapshot else None
    if snapshot is None or row is None:
        return ""
    return _("Place %(rank)s after %(round)s") % {"rank": row["rank"], "round": round_label(snapshot.round)}


def _line(match: Match, event: Event, entry: Entry, points: int | Fraction | None) -> HistoryLine:
    seats = list(match.seats.all())
    own = _own_seat(match, entry)
    result = confirmed(match)
    told = own_result(score_of(result), event, own) if result else OwnResult("", "")
    return HistoryLine(
        round=round_label(match.round),
        round_url=round_url(event, match.round),
        table=match.table,
        table_url=reverse("matches:table", args=[event.slug, match.pk]) if match.table else "",
        kind="" if match.kind == MatchKind.PLAYED else match.get_kind_display(),
        opponents=[
            Link(seat.entry.unique_name, reverse("matches:person", args=[event.slug, seat.entry.number]))
            for seat in seats
            if seat.entry_id != entry.pk
        ],
        word=told.word,
        score=told.score,
        decided=with_pot(how_decided(score_of(result), event), result.pot, event) if result else "",
        points=number_text(points) if isinstance(points, Fraction) else points,
        started=match.starter == own,
    )


def _own_seat(match: Match, entry: Entry) -> int:
    return next(seat.index for seat in match.seats.all() if seat.entry_id == entry.pk)


def _points(match: Match, entry: Entry, scoring: Scoring) -> int | Fraction | None:
    """The match points of one line; None while there is no result, and in a bracket."""
    if match.round.stage.is_bracket:
        return None
    own, result, setup = _own_seat(match, entry), confirmed(match), pod_setup(match.round.stage)
    if setup is not None:
        line = _played(match, result)
        return None if line is None else reckon(line, setup.terms)[own].points
    alone = {
        MatchKind.BYE: scoring.bye,
        MatchKind.ASSIGNED_LOSS: scoring.loss,
        MatchKind.ASSIGNED_DRAW: scoring.draw,
    }
    if match.kind != MatchKind.PLAYED:
        return alone[MatchKind(match.kind)]
    if result is None:
        return None
    worth = {SeatOutcome.WIN: scoring.win, SeatOutcome.DRAW: scoring.draw, SeatOutcome.LOSS: scoring.loss}
    outcome = next(line.outcome for line in result.lines.all() if line.seat.index == own)
    return worth[SeatOutcome(outcome)]


def _played(match: Match, result: Result | None) -> Played | None:
    """A line of a round of pods as the pure code takes it; None while there is no result."""
    keys = tuple([player_key(seat.entry.number) for seat in match.seats.all()])
    if match.kind != MatchKind.PLAYED:
        return Played(seats=keys, outcomes=(), kind=Kind(match.kind))
    if result is None:
        return None
    score = score_of(result)
    return Played(seats=keys, outcomes=score.outcomes, totals=score.totals, places=score.places, parts=score.parts)
