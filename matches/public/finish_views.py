"""The event's public page once the event is finished: what is worth keeping of the day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString

from matches.brackets.drawn import DrawnBracket
from matches.brackets.views.drawing import drawn_bracket
from matches.enums import MatchKind
from matches.events.declarations.sign_up_reading import page_texts
from matches.final.queries import FinalRanking
from matches.final.views import final_context
from matches.models import Event, Match, Round, Stage
from matches.names.labels import listed
from matches.pages.components import StandingsRow
from matches.pages.markdown_labels import rich_text
from matches.prizes.labels import PrizeRow, prize_rows
from matches.prizes.table import from_stored

STEPS, MOST_ON_PODIUM = 3, 8


class Won(NamedTuple):
    """A match that the champion won in the bracket: its round, against whom, and the score."""

    round: str
    against: str
    score: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """The day in one page: who won, how the bracket went, the prizes, thanks, and its numbers."""

    podium: Sequence[StandingsRow]
    bracket: DrawnBracket | None
    path: Sequence[Won]
    prizes: Sequence[PrizeRow]
    prizes_text: SafeString
    thanks: SafeString
    players: int
    rounds: int
    matches: int


def finish_of(event: Event, ranking: FinalRanking, stages: Sequence[Stage], rounds: Sequence[Round]) -> Finish:
    """What the page shows of a finished event: up to ten queries. ``rounds`` are those that players may see."""
    texts = page_texts(event)
    rows = final_context(ranking, staff=False)["rows"]
    last = stages[-1]
    bracket = drawn_bracket(event, last, staff=False) if last.is_bracket else None
    played = Match.objects.filter(round__in=rounds, kind=MatchKind.PLAYED).count()
    return Finish(
        podium=[row for row in rows if row.rank <= STEPS and not row.out][:MOST_ON_PODIUM],
        bracket=bracket,
        path=path_of(bracket) if bracket is not None else (),
        prizes=prize_rows(from_stored(event.prizes)),
        prizes_text=rich_text(texts.prizes),
        thanks=rich_text(texts.thanks),
        players=len(rows),
        rounds=len(rounds),
        matches=played,
    )


def path_of(bracket: DrawnBracket) -> list[Won]:
    """The matches that the champion won, in the order of play: what the drawing marks, in words.

    The champion is known by the seed: two players can have one name.
    """
    champion = {seat.seed for match in bracket.matches for seat in match.seats if seat.champion}
    return [
        Won(round_.label, listed(seat.name for seat in match.seats if not seat.won and seat.name), match.score)
        for round_ in bracket.rounds
        for match in round_.matches
        if any(seat.won and seat.seed in champion for seat in match.seats)
    ]
