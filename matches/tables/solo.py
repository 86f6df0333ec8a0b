"""The result of a player who plays alone, as the desk types it, and its text. Pure.

=========== ==========================================================
``216``     the score
``216 t``   the score when time was called
``l216``    the player is given a loss: the score counts 0
``-``       the player was absent; ``x1`` says the same
=========== ==========================================================
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from matches.history import Played
from matches.tables.amounts import AMOUNT, plain_text, whole
from matches.tables.outcome import Part
from matches.tables.reckoning import SeatReckoned
from matches.tables.score import MOST_AMOUNT, Lines, SeatLine, Solo, fail
from matches.tables.table import LETTERS, Recorded, ScoreShape, Table, TypedScore
from matches.tables.terms import PodTerms
from rules_engine.units import UNITS

ABSENT, TIME, LOSS = "-", "t", "l"
_LINE = re.compile(rf"({LOSS}?)({AMOUNT})(\s*{TIME})?", re.IGNORECASE)


def example(unit: str) -> str:
    """A score in this unit."""
    return UNITS[unit].example_alone


def read_solo(text: str, shape: ScoreShape) -> Solo:
    """Read a line without its table. Raises ScoreError."""
    typed = plain_text(text)
    if not typed:
        raise fail("alone_missing", example=example(shape.unit))
    if typed.lower() in (ABSENT, "x1"):
        return Solo(0, Part.ABSENT, "no_show")
    found = _LINE.fullmatch(typed)
    if not found:
        raise fail("alone_unreadable", text=text[:40], example=example(shape.unit))
    return solo(whole(found[2]), shape, lost=bool(found[1]), at_time=bool(found[3]))


def solo(total: int, shape: ScoreShape, *, lost: bool = False, at_time: bool = False) -> Solo:
    """The result of a score within the limits of the game. Raises ScoreError."""
    unit, most = UNITS[shape.unit], MOST_AMOUNT if shape.most is None else shape.most
    if total > most:
        raise fail(unit.too_much, most=most)
    if total < shape.least:
        raise fail(unit.too_little, least=shape.least)
    return Solo(total, Part.LOST if lost else Part.PLAYED, "time" if at_time else "played")


def solo_text(score: Solo) -> str:
    """The result as the desk types it, so that ``read_solo`` reads it."""
    if score.part is Part.ABSENT:
        return ABSENT
    sign = LOSS if score.part is Part.LOST else ""
    return f"{sign}{score.total}" + (f" {TIME}" if score.decided_by == "time" else "")


class _Solo:
    """The kind of a table of one (``kind.TableKind``)."""

    name = "solo"
    score = Solo
    keeps_places = True
    ends_with_loss = False
    meets = False
    has_order = False

    def seats(self, size: int, chosen: Mapping[str, Any]) -> bool:
        return size == 1

    def parse(self, text: str, table: Table) -> Solo:
        return read_solo(text, table.shape)

    def read(self, text: str, table: Table) -> TypedScore:
        return TypedScore(self.parse(text, table))

    def of_places(self, places: Sequence[int | None], table: Table) -> Solo:
        raise fail("alone_has_no_places", example=example(table.shape.unit))

    def of_record(self, outcome: Recorded, table: Table, ways: Collection[str]) -> Solo | None:
        total = outcome.scores.get(LETTERS[0])
        return None if total is None else solo(total, table.shape)

    def typed(self, score: Solo, shape: ScoreShape) -> str:
        return solo_text(score)

    def shown(self, score: Solo, shape: ScoreShape) -> str:
        return solo_text(score)

    def is_doubtful(self, score: Solo, shape: ScoreShape) -> bool:
        return False

    def lines(self, score: Solo) -> tuple[SeatLine, ...]:
        place = None if score.part is Part.ABSENT else 1
        return (SeatLine(score.outcomes[0], total=score.total, place=place, part=score.part),)

    def is_kept_in(self, lines: Lines) -> bool:
        return len(lines) == 1

    def restored(self, lines: Lines, decided_by: str, drawn_rounds: int) -> Solo:
        return Solo(lines[0].total, Part(lines[0].part), decided_by)

    def reckon(self, line: Played, terms: PodTerms) -> tuple[SeatReckoned, ...]:
        """The score itself; 0 for who did not play or was assigned a loss. Nobody is met."""
        score = cast(Solo, line.score)
        points = Fraction(score.total if score.part is Part.PLAYED else 0)
        return (SeatReckoned(line.seats[0], points, score.outcomes[0]),)


SOLO = _Solo()
