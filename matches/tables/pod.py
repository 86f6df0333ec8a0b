"""A table of more than two: the result is the order of its seats (docs/pods.md). Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from matches.history import Played
from matches.tables.outcome import Part
from matches.tables.pod_line import of_places, of_record, places_text, read_places
from matches.tables.reckoning import SeatReckoned, reckon_places
from matches.tables.score import Lines, Pod, SeatLine
from matches.tables.table import Recorded, ScoreShape, Table, TypedScore
from matches.tables.terms import PodTerms


class _Pod:
    """The kind of a table of more than two (``kind.TableKind``)."""

    name = "pod"
    score = Pod
    keeps_places = True
    ends_with_loss = False
    meets = True
    has_order = True

    def seats(self, size: int, chosen: Mapping[str, Any]) -> bool:
        return size > 2

    def parse(self, text: str, table: Table) -> Pod:
        return read_places(text, table.seats, table.places_of)

    def read(self, text: str, table: Table) -> TypedScore:
        return TypedScore(self.parse(text, table))

    def of_places(self, places: Sequence[int | None], table: Table) -> Pod:
        return of_places(places, table.seats)

    def of_record(self, outcome: Recorded, table: Table, ways: Collection[str]) -> Pod | None:
        return of_record(outcome.places, outcome.scores, table.seats)

    def typed(self, score: Pod, shape: ScoreShape) -> str:
        return places_text(score)

    def shown(self, score: Pod, shape: ScoreShape) -> str:
        return places_text(score)

    def is_doubtful(self, score: Pod, shape: ScoreShape) -> bool:
        return False

    def lines(self, score: Pod) -> tuple[SeatLine, ...]:
        totals = score.totals or (0,) * len(score.places)
        return tuple(
            [
                SeatLine(outcome, total=total, place=place or None, part=part)
                for outcome, total, place, part in zip(score.outcomes, totals, score.places, score.parts, strict=True)
            ]
        )

    def is_kept_in(self, lines: Lines) -> bool:
        return True

    def restored(self, lines: Lines, decided_by: str, drawn_rounds: int) -> Pod:
        totals = tuple([line.total for line in lines])
        return Pod(
            places=tuple([line.place or 0 for line in lines]),
            parts=tuple([Part(line.part) for line in lines]),
            totals=totals if any(totals) else (),
            decided_by=decided_by,
        )

    def reckon(self, line: Played, terms: PodTerms) -> tuple[SeatReckoned, ...]:
        score = cast(Pod, line.score)
        agreed = score.decided_by == "intentional_draw"
        return reckon_places(line.seats, score.places, score.parts, score.totals, terms, agreed=agreed)


POD = _Pod()
