"""A match's score: how the desk types it, and which scores can be. Pure.

What a score looks like comes from the game (``rules_engine.games.ScoreKind``): round wins such as 2-1, or money
such as 2410-1980. Problems are codes with parameters; the services say them in words.

The desk's one field reads ``TABLE SCORE [MARK]``:

====== ==========================================================
mark   meaning
====== ==========================================================
``t``  decided when time was called
``c``  conceded by the one with the lower score
``id`` intentional draw (no score needed)
``sd1`` ``sd2``  Sudden Death went to the first or second player
``x1`` ``x2``    the first or second player did not show (no score)
``xx`` neither showed
====== ==========================================================
"""

from __future__ import annotations

import re
from typing import Protocol

import msgspec

MOST_MONEY = 1_000_000
MARKS = ("t", "c", "id", "sd1", "sd2", "x1", "x2", "xx")
BOTH_LOSE = -1
DRAWN = None

_LINE = re.compile(r"^\s*(?:t(?:able)?\s*)?(\d{1,6})(?:\s+(.*\S))?\s*$", re.IGNORECASE)
_SCORE = re.compile(r"^\$?(\d{1,9})\s*[-–:/]\s*\$?(\d{1,9})$")


class ScoreShape(Protocol):
    """What this module reads of the game's ``ScoreKind``."""

    @property
    def unit(self) -> str: ...
    @property
    def best_of(self) -> int | None: ...
    @property
    def wins_needed(self) -> int | None: ...


class Score(msgspec.Struct, frozen=True):
    """A match's score. ``winner`` is the seat 0 or 1, ``DRAWN`` (None), or ``BOTH_LOSE``.

    ``rounds`` are game rounds won, ``totals`` whole dollars, each (seat 0, seat 1). ``decided_by`` is a value of
    ``matches.enums.DecidedBy``.
    """

    rounds: tuple[int, int] = (0, 0)
    totals: tuple[int, int] = (0, 0)
    drawn_rounds: int = 0
    winner: int | None = DRAWN
    decided_by: str = "played"


class ScoreProblem(msgspec.Struct, frozen=True):
    """Why a score cannot be: a code and what belongs into the sentence."""

    code: str
    params: dict[str, int | str] = msgspec.field(default_factory=dict)


class ScoreError(ValueError):
    """A score that cannot be read or cannot be."""

    def __init__(self, problem: ScoreProblem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def _fail(code: str, **params: int | str) -> ScoreError:
    return ScoreError(ScoreProblem(code, params))


def split_line(text: str) -> tuple[int, str]:
    """``"12 2-1 t"`` is table 12 and ``"2-1 t"``. Raises ScoreError."""
    found = _LINE.match(text)
    if not found:
        raise _fail("line_unreadable", text=text[:40])
    return int(found.group(1)), found.group(2) or ""


def parse(text: str, shape: ScoreShape, *, needs_winner: bool = False) -> Score:
    """Read ``SCORE [MARK]`` and check it; see the module for the marks. Raises ScoreError."""
    words = text.lower().split()
    mark = words.pop() if words and words[-1] in MARKS else ""
    joined = "".join(words)
    if mark in ("x1", "x2", "xx", "id"):
        if joined:
            raise _fail("score_not_needed", mark=mark)
        return _without_play(mark, shape, needs_winner)
    found = _SCORE.match(joined)
    if not found:
        raise _fail("score_missing" if not joined else "score_unreadable", text=text[:40])
    pair = (int(found.group(1)), int(found.group(2)))
    return make(pair, shape, mark=mark, needs_winner=needs_winner)


def _without_play(mark: str, shape: ScoreShape, needs_winner: bool) -> Score:
    wins = shape.wins_needed or 0
    if mark == "id":
        if needs_winner:
            raise _fail("winner_needed")
        return Score(decided_by="intentional_draw")
    if mark == "xx":
        return Score(winner=BOTH_LOSE, decided_by="no_show")
    winner = 1 if mark == "x1" else 0
    rounds = (wins, 0) if winner == 0 else (0, wins)
    return Score(rounds=rounds, winner=winner, decided_by="no_show")


def make(pair: tuple[int, int], shape: ScoreShape, *, mark: str = "", needs_winner: bool = False) -> Score:
    """The score of two numbers in the game's unit, checked. Raises ScoreError."""
    in_rounds = shape.unit == "rounds"
    drawn = _check_rounds(pair, shape) if in_rounds else _check_money(pair)
    winner: int | None = DRAWN if pair[0] == pair[1] else int(pair[1] > pair[0])
    if mark in ("sd1", "sd2"):
        if winner is not DRAWN:
            raise _fail("sudden_death_not_level")
        winner, decided = int(mark == "sd2"), "sudden_death"
    elif mark == "c":
        if winner is DRAWN:
            raise _fail("concession_level")
        decided = "concession"
    elif mark == "t" or (in_rounds and max(pair) < (shape.wins_needed or 0)) or winner is DRAWN:
        decided = "time"
    else:
        decided = "played"
    if winner is DRAWN and needs_winner:
        raise _fail("winner_needed")
    if in_rounds:
        return Score(rounds=pair, drawn_rounds=drawn, winner=winner, decided_by=decided)
    return Score(totals=pair, winner=winner, decided_by=decided)


def _check_rounds(pair: tuple[int, int], shape: ScoreShape) -> int:
    needed, most = shape.wins_needed or max(pair), shape.best_of or sum(pair)
    if max(pair) > needed:
        raise _fail("too_many_wins", needed=needed)
    if pair == (needed, needed) or sum(pair) > most:
        raise _fail("too_many_rounds", most=most)
    return 0


def _check_money(pair: tuple[int, int]) -> int:
    if max(pair) > MOST_MONEY:
        raise _fail("too_much_money", most=MOST_MONEY)
    return 0


def show(score: Score, shape: ScoreShape) -> str:
    """The score as the desk types it and pages show it, without the table: ``2-1``, ``2410-1980``."""
    first, second = score.rounds if shape.unit == "rounds" else score.totals
    return f"{first}-{second}"
