"""What stands on the desk's line beside the score of a match of two: round losses and the pot. Pure.

``SCORE [MARK] [rl1 AMOUNT] [rl2 AMOUNT] [pot AMOUNT]``. ``rl1 300`` takes $300 off the first player's total: what a
round had brought that was lost by penalty. ``pot`` goes with games that have one.
"""

from __future__ import annotations

import re

from matches.tables.amounts import AMOUNT, plain_text, whole
from matches.tables.duel_score import parse
from matches.tables.kind import ScoreShape, Table, TypedScore
from matches.tables.round_losses import takes_off
from matches.tables.score import MOST_AMOUNT, fail

WITHOUT_NUMBERS = ("no_show", "intentional_draw", "walkover", "penalty")

_POT = re.compile(rf"(.*\S)\s+pot\s*:?\s*({AMOUNT})", re.IGNORECASE)
_OFF = re.compile(rf"(.*\S)\s+rl(\d)\s*:?\s*({AMOUNT})", re.IGNORECASE)


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


def read_line(text: str, table: Table) -> TypedScore:
    """Read a line without its table. Raises ScoreError, also where numbers that add up over the rounds do not say what
    a round had brought that was lost by penalty.
    """
    shape, lost = table.shape, table.lost
    rest, pot = split_pot(text, shape)
    rest, typed = split_off(rest, shape)
    for seat in typed:
        if seat not in range(len(lost)) or not lost[seat]:
            raise fail("no_round_loss", mark=f"rl{seat + 1}")
    off = tuple(typed.get(seat, 0) for seat in range(len(lost)))
    score = parse(rest, shape, needs_winner=table.needs_winner, off=off)
    if takes_off(shape) and score.decided_by not in WITHOUT_NUMBERS:
        for seat, rounds in enumerate(lost):
            if rounds and seat not in typed:
                raise fail("round_loss_missing", mark=f"rl{seat + 1}", seat=seat)
    return TypedScore(score, pot, off)
