"""What stands on the desk's result line beside the score: the table before it, round losses and the pot after it. Pure.

``TABLE SCORE [MARK] [rl1 AMOUNT] [rl2 AMOUNT] [pot AMOUNT]``. A colon, comma or full stop may follow the table; spaces
do not separate thousands (``2 410-1980`` is table 2). ``rl1 300`` takes $300 off the first player's total: what a round
had brought that was lost by penalty. ``pot`` goes with games that have one.
"""

from __future__ import annotations

import re

import msgspec

from matches.round_losses import takes_off
from matches.scores import AMOUNT, MOST_AMOUNT, Score, ScoreShape, fail, parse, plain_text, whole
from rules_engine.units import UNITS

WITHOUT_NUMBERS = ("no_show", "intentional_draw", "walkover", "penalty")

# A comma or full stop after the table must not be a thousands separator: 12,410-980 may be a score without table.
_AFTER_TABLE = r"\s*[:;)]\s*|\s*[,.](?!\d{3}(?!\d))\s*|\s+"
_LINE = re.compile(rf"(?:t(?:able|\.)?\s*|#\s*)?(\d{{1,6}})(?:(?:{_AFTER_TABLE})(\S.*)?)?", re.IGNORECASE)
_POT = re.compile(rf"(.*\S)\s+pot\s*:?\s*({AMOUNT})", re.IGNORECASE)
_OFF = re.compile(rf"(.*\S)\s+rl(\d)\s*:?\s*({AMOUNT})", re.IGNORECASE)


def split_line(text: str, shape: ScoreShape) -> tuple[int, str]:
    """Split ``"12 2-1 t"`` into table 12 and ``"2-1 t"``. Raises ScoreError."""
    found = _LINE.fullmatch(plain_text(text))
    if not found:
        raise fail("line_unreadable", score=UNITS[shape.unit].example)
    return int(found[1]), found[2] or ""


def split_pot(text: str, shape: ScoreShape) -> tuple[str, int | None]:
    """Split ``"2410-1980 t pot 4390"`` into ``"2410-1980 t"`` and 4390; None without a pot. Raises ScoreError."""
    found = _POT.fullmatch(plain_text(text)) if shape.form.pot_label else None
    if not found:
        return text, None
    pot, most = whole(found[2]), MOST_AMOUNT
    if pot > most:
        raise fail("too_much_money", most=most)
    return found[1], pot


def split_off(text: str, shape: ScoreShape) -> tuple[str, dict[int, int]]:
    """Split ``"2410-1980 t rl1 300"`` into ``"2410-1980 t"`` and what is taken off by seat, ``{0: 300}``."""
    off: dict[int, int] = {}
    while takes_off(shape) and (found := _OFF.fullmatch(plain_text(text))):
        text = found[1]
        off.setdefault(int(found[2]) - 1, whole(found[3]))
    return text, off


def off_text(seat: int, amount: int) -> str:
    """What stands on the line for an amount that is taken off."""
    return f"rl{seat + 1} {amount}"


class TypedScore(msgspec.Struct, frozen=True):
    """What a line says without its table. ``off`` is what was taken off each seat's number for round losses."""

    score: Score
    pot: int | None = None
    off: tuple[int, ...] = ()


def read_score(text: str, shape: ScoreShape, *, needs_winner: bool, lost: tuple[int, ...] = (0, 0)) -> TypedScore:
    """Read a line without its table. ``lost`` are the game rounds that each seat of the match has lost by penalty.

    Raises ScoreError, also where numbers that add up over the rounds do not say what such a round had brought.
    """
    rest, pot = split_pot(text, shape)
    rest, typed = split_off(rest, shape)
    for seat in typed:
        if seat not in range(len(lost)) or not lost[seat]:
            raise fail("no_round_loss", mark=f"rl{seat + 1}")
    off = tuple(typed.get(seat, 0) for seat in range(len(lost)))
    score = parse(rest, shape, needs_winner=needs_winner, off=off, seats=len(lost))
    if takes_off(shape) and score.decided_by not in WITHOUT_NUMBERS:
        for seat, rounds in enumerate(lost):
            if rounds and seat not in typed:
                raise fail("round_loss_missing", mark=f"rl{seat + 1}", seat=seat)
    return TypedScore(score, pot, off)
