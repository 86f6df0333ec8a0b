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

from matches.pod_reckoning import Part
from matches.scores import ALL_LOST, AMOUNT, MOST_AMOUNT, Score, ScoreShape, fail, plain_text, whole
from rules_engine.units import UNITS

ABSENT, TIME, LOSS = "-", "t", "l"
_LINE = re.compile(rf"({LOSS}?)({AMOUNT})(\s*{TIME})?", re.IGNORECASE)


def example(unit: str) -> str:
    """A score in this unit."""
    return UNITS[unit].example_of(1)


def read_alone(text: str, shape: ScoreShape) -> Score:
    """Read a line without its table. Raises ScoreError."""
    typed = plain_text(text)
    if not typed:
        raise fail("alone_missing", example=example(shape.unit))
    if typed.lower() in (ABSENT, "x1"):
        return _score(0, Part.ABSENT)
    found = _LINE.fullmatch(typed)
    if not found:
        raise fail("alone_unreadable", text=text[:40], example=example(shape.unit))
    return alone(whole(found[2]), shape, lost=bool(found[1]), at_time=bool(found[3]))


def alone(score: int, shape: ScoreShape, *, lost: bool = False, at_time: bool = False) -> Score:
    """The result of a score within the limits of the game. Raises ScoreError."""
    unit, most = UNITS[shape.unit], MOST_AMOUNT if shape.most is None else shape.most
    if score > most:
        raise fail(unit.too_much, most=most)
    if score < shape.least:
        raise fail(unit.too_little, least=shape.least)
    return _score(score, Part.LOST if lost else Part.PLAYED, decided="time" if at_time else "played")


def _score(total: int, part: Part, decided: str = "no_show") -> Score:
    return Score(
        rounds=(0,),
        totals=(total,),
        winner=0 if part is Part.PLAYED else ALL_LOST,
        decided_by=decided,
        places=(0 if part is Part.ABSENT else 1,),
        parts=(part.value,),
    )


def is_alone(score: Score) -> bool:
    """Whether this is the result of a player who played alone."""
    return len(score.places) == 1


def alone_text(score: Score) -> str:
    """The result as the desk types it, so that ``read_alone`` reads it."""
    if score.parts[0] == Part.ABSENT:
        return ABSENT
    sign = LOSS if score.parts[0] == Part.LOST else ""
    return f"{sign}{score.totals[0]}" + (f" {TIME}" if score.decided_by == "time" else "")
