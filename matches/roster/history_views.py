"""A player's history for the desk: rounds, opponents, results, points, starts and what other apps have on record."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypedDict

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.course.labels import round_label
from matches.course.queries import rounds_of, stages_of
from matches.enums import LatePolicy, MatchKind, RoundStatus
from matches.final.queries import final_ranking
from matches.frame.desk_views import round_url
from matches.models import Entry, Event, Match, Round, Stage
from matches.models.results import StandingsSnapshot
from matches.page_plugins import PlayerNote
from matches.pages.components import Link
from matches.plugins import registry
from matches.results.kinds.labels import OwnResult
from matches.results.labels.results import how_decided, own_result, with_pot
from matches.results.queries.results import confirmed, score_of, with_results
from matches.snapshots.labels import lot_text
from matches.snapshots.queries import decided_by_lot, latest_snapshot, points_by_round
from matches.standings.formats import number_text, plural_of

MISSED = {
    LatePolicy.BYES: gettext_lazy("Missed, counts as a bye"),
    LatePolicy.LOSSES: gettext_lazy("Missed, counts as a loss"),
}


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A round of a player as the desk sees it. ``points`` is None while there is no result, in a bracket, and
    where it is ``struck``.
    """

    round: str
    round_url: str
    table: int | None
    table_url: str
    kind: str
    opponents: list[Link]
    word: str
    score: str
    decided: str
    points: str | None
    started: bool
    struck: bool = False


class HistoryContext(TypedDict):
    """The rounds of a player, the points so far, the place, among whom a ``lot`` decided it, and the notes of other
    apps. Nobody has an opponent in a score attack, nor starts.
    """

    history: list[HistoryLine]
    points: str
    points_count: int
    starts: int
    with_starts: bool
    place: str
    lot: str
    with_opponents: bool
    player_notes: list[PlayerNote]


def history_context(event: Event, entry: Entry) -> HistoryContext:
    """Every round of the player, the first one first, with the place and the notes of other apps.

    Points are those of the standings, also for rounds that the player missed; a draft has none.
    """
    rounds = list(rounds_of(event))
    mine = Match.objects.filter(seats__entry=entry).exclude(round__status=RoundStatus.WITHDRAWN)
    matches = {match.round_id: match for match in with_results(mine.select_related("round__stage__event"))}
    brought = {stage.pk: points_by_round(stage, entry) for stage in _ranked_stages(rounds)}
    lines = []
    for round_ in rounds:
        match, points = matches.get(round_.pk), brought.get(round_.stage_id, {}).get(round_.number)
        if match is not None:
            lines.append(_line(match, event, entry, points))
        elif points is not None and round_.status == RoundStatus.CLOSED:
            lines.append(_missed(round_, event, points))
    total = sum(next(reversed(brought.values()), {}).values(), Fraction(0))
    place, lot = _place(event, entry)
    return {
        "history": lines,
        "points": number_text(total),
        "points_count": plural_of(total),
        "starts": sum(line.started for line in lines),
        "with_starts": any(match.starter is not None for match in matches.values()),
        "place": place,
        "lot": lot,
        "with_opponents": any(line.opponents or line.kind for line in lines),
        "player_notes": [note for source in registry.player_notes for note in source(event, entry)],
    }


def _ranked_stages(rounds: list[Round]) -> list[Stage]:
    """The stages with standings of which a round is public, in order."""
    public = (known.stage for known in rounds if known.status in RoundStatus.public() and not known.stage.is_bracket)
    return list({stage.pk: stage for stage in public}.values())


def _place(event: Event, entry: Entry) -> tuple[str, str]:
    """The final place, or the one after the last closed round, and among whom the lot decided it; empty without one."""
    stages = stages_of(event)
    ranking = final_ranking(event, stages)
    if ranking is not None:
        rank = ranking.rank_of(entry.number)
        decided = ranking.stages[0].snapshot
        return (_("final place %(rank)s") % {"rank": rank}, _lot(entry, decided)) if rank else ("", "")
    stage = next((known for known in reversed(stages) if not known.is_bracket), None)
    snapshot = latest_snapshot(stage) if stage else None
    row = next((row for row in snapshot.rows if row["number"] == entry.number), None) if snapshot else None
    if snapshot is None or row is None:
        return "", ""
    place = _("place %(rank)s after %(round)s") % {"rank": row["rank"], "round": round_label(snapshot.round)}
    return place, _lot(entry, snapshot)


def _lot(entry: Entry, snapshot: StandingsSnapshot | None) -> str:
    """Among whom the lot decided the player's place; empty if it did not."""
    groups = decided_by_lot(snapshot.rows) if snapshot is not None else []
    group = next((numbers for numbers in groups if entry.number in numbers), [])
    found = Entry.objects.filter(event=entry.event, number__in=group).select_related("player", "event")
    names = {known.number: known.unique_name for known in found} if group else {}
    return lot_text([names[number] for number in group])


def _line(match: Match, event: Event, entry: Entry, points: Fraction | None) -> HistoryLine:
    seats = list(match.seats.all())
    own = _own_seat(match, entry)
    result = confirmed(match)
    result_text = own_result(score_of(result), event, own) if result else OwnResult("", "")
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
        word=result_text.word,
        score=result_text.score,
        decided=with_pot(how_decided(score_of(result), event), result.pot, event) if result else "",
        points=None if points is None else number_text(points),
        started=match.starter == own,
        struck=match.struck,
    )


def _missed(round_: Round, event: Event, points: Fraction) -> HistoryLine:
    """A round without a line of its own, which counts as the event counts rounds that were missed."""
    return HistoryLine(
        round=round_label(round_),
        round_url=round_url(event, round_),
        table=None,
        table_url="",
        kind=str(MISSED[LatePolicy(event.late_policy)]),
        opponents=[],
        word="",
        score="",
        decided="",
        points=number_text(points),
        started=False,
    )


def _own_seat(match: Match, entry: Entry) -> int:
    return next(seat.index for seat in match.seats.all() if seat.entry_id == entry.pk)
