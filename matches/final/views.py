"""The final ranking of an event for its pages: desk, public, wall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from django.urls import reverse

from matches.final.labels import first_lot_text, place_text, winner_names
from matches.final.prize_queries import PrizeWinners, final_winners
from matches.final.queries import FinalRanking, FinalRow
from matches.models import Event, Stage
from matches.pages.components import StandingsRow
from matches.people.labels.names import name_of
from matches.prizes.labels import shares_text
from matches.snapshots.labels import has_record, out_label, points_text, record_text, struck_text
from matches.snapshots.place_views import StandingsContext
from matches.snapshots.struck_queries import struck_players


class WinnerContext(TypedDict):
    """The names of the winners for ``components/winner.html``; "" before the end, or if there is no winner.

    ``winner_lot`` says among whom the lot decided.
    """

    winner: str
    winner_count: int
    winner_lot: str


class FinalPart(WinnerContext):
    """What ``components/final_standings.html`` takes besides the standings: None before the end."""

    final: FinalRanking | None
    stage_columns: Sequence[str]
    has_points: bool
    has_prizes: bool


class FinalContext(StandingsContext, FinalPart):
    """Standings of a stage, or the final ones of the event."""


NOT_OVER: FinalPart = {
    "winner": "",
    "winner_count": 0,
    "winner_lot": "",
    "final": None,
    "stage_columns": (),
    "has_points": False,
    "has_prizes": False,
}


def winner_context(ranking: FinalRanking | None, *, staff: bool) -> WinnerContext:
    """The winner for ``components/winner.html``."""
    if ranking is None:
        return {"winner": "", "winner_count": 0, "winner_lot": ""}
    return {
        "winner": winner_names(ranking, staff=staff),
        "winner_count": len(ranking.winners),
        "winner_lot": first_lot_text(ranking, staff=staff),
    }


def final_context(ranking: FinalRanking, *, staff: bool) -> FinalContext:
    """The ranking for ``components/final_standings.html``, with the winner: no query without a
    round robin, up to three with one. More where one prize a person is kept across a hall day.
    """
    # Reverse one address only: a thousand rows differ only in the number at its end.
    base = reverse("matches:player", args=[ranking.event.slug, 0]).removesuffix("0/")
    with_record = ranking.ranked is not None and has_record(ranking.ranked.stage)
    winners = final_winners(ranking)
    return {
        "final": ranking,
        "stage_columns": [column.stage.get_kind_display() for column in ranking.stages],
        "has_points": ranking.ranked is not None,
        "has_prizes": winners is not None,
        "has_record": with_record,
        "snapshot": None,
        "after": "",
        "columns": (),
        "cut": None,
        "cut_lot": "",
        "struck": [
            text for decided in ranking.stages for text in struck_texts(ranking.event, decided.stage, staff=staff)
        ],
        "rows": [_row(ranking, row, base, winners, staff=staff, with_record=with_record) for row in ranking.rows],
        **winner_context(ranking, staff=staff),
    }


def struck_texts(event: Event, stage: Stage, *, staff: bool) -> list[str]:
    """Whose results in a round robin do not count, one sentence each."""
    players = struck_players(stage)
    return [struck_text(player, name_of(player.entry, staff=staff, event=event)) for player in players]


def _row(
    ranking: FinalRanking, row: FinalRow, base: str, winners: PrizeWinners | None, *, staff: bool, with_record: bool
) -> StandingsRow:
    stored = ranking.standing_rows.get(row.entry.number)
    return StandingsRow(
        key=row.entry.number,
        rank=row.rank,
        name=name_of(row.entry, staff=staff, event=ranking.event),
        places=[place_text(place) for place in row.places],
        points=points_text(stored) if stored else "",
        record=record_text(stored) if stored and with_record else "",
        out=out_label(row.entry),
        prize=shares_text(winners.of(row.entry), winners.table) if winners is not None else "",
        url=f"{base}{row.entry.number}/",
    )
