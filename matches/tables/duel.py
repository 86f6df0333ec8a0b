"""Two at a table who play against each other: round wins, money, points or the place. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matches.history import Played
from matches.tables.duel_line import read_line
from matches.tables.duel_score import is_doubtful, parse, show, typed
from matches.tables.kind import ScoreShape, Table, TypedScore
from matches.tables.outcome import Outcome, Part
from matches.tables.pod_reckoning import reckon_places
from matches.tables.reckoning import PodTerms, SeatReckoned
from matches.tables.score import ALL_LOST, DRAWN, Duel, Lines, SeatLine, fail

SEATS = 2


class _Duel:
    """The kind of a match of two (``kind.TableKind``)."""

    name = "duel"
    score = Duel
    keeps_places = False
    ends_with_loss = True
    meets = True
    has_order = False

    def seats(self, size: int, chosen: Mapping[str, Any]) -> bool:
        return size == SEATS

    def parse(self, text: str, table: Table) -> Duel:
        return parse(text, table.shape, needs_winner=table.needs_winner)

    def read(self, text: str, table: Table) -> TypedScore:
        return read_line(text, table)

    def of_places(self, places: Sequence[int | None], table: Table) -> Duel:
        raise fail("places_for_pods")

    def typed(self, score: Duel, shape: ScoreShape) -> str:
        return typed(score, shape)

    def shown(self, score: Duel, shape: ScoreShape) -> str:
        return show(score, shape)

    def is_doubtful(self, score: Duel, shape: ScoreShape) -> bool:
        return is_doubtful(score, shape)

    def lines(self, score: Duel) -> tuple[SeatLine, ...]:
        return tuple(map(SeatLine, score.outcomes, score.rounds, score.totals))

    def is_kept_in(self, lines: Lines) -> bool:
        return all(line.place is None and line.part == Part.PLAYED for line in lines)

    def restored(self, lines: Lines, decided_by: str, drawn_rounds: int) -> Duel:
        outcomes = [line.outcome for line in lines]
        level = DRAWN if Outcome.DRAWN in outcomes else ALL_LOST
        return Duel(
            rounds=tuple([line.rounds_won for line in lines]),
            totals=tuple([line.total for line in lines]),
            drawn_rounds=drawn_rounds,
            winner=outcomes.index(Outcome.WON) if Outcome.WON in outcomes else level,
            decided_by=decided_by,
        )

    def reckon(self, line: Played, terms: PodTerms) -> tuple[SeatReckoned, ...]:
        """As a table of two: the winner is first, and a draw shares the first place."""
        outcomes = line.outcomes
        best = Outcome.WON if Outcome.WON in outcomes else Outcome.DRAWN
        places = tuple([1 if outcome is best else 2 for outcome in outcomes])
        return reckon_places(line.seats, places, (Part.PLAYED,) * SEATS, (), terms)


DUEL = _Duel()
