"""The stage: its size for a number of players, the names of its spaces, and which of them are adjacent.

A space is a number: eight a row, row 1 first. A smaller stage leaves the rest of each row unused, so that a space has
the same number on every stage.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

WIDTH = 8
COLUMNS = "abcdefgh"
PLAYERS = (2, 4, 6, 8)
"""How many can play (BS-10)."""

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
_DIAGONALS = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def space(column: int, row: int) -> int:
    """The number of a space; column and row count from 0."""
    return row * WIDTH + column


NAMES = tuple(f"{column}{row}" for row in range(1, WIDTH + 1) for column in COLUMNS)
"""As a record writes each space: ``b2``."""


def name_of(place: int) -> str:
    """A space as a record writes it."""
    return NAMES[place]


@dataclass(frozen=True)
class Board:
    """A stage. ``next_to`` has for each space the adjacent ones, and nothing for a space that is off the stage."""

    columns: int
    rows: int
    spaces: tuple[int, ...]
    next_to: tuple[tuple[int, ...], ...]
    rows_of: tuple[tuple[int, ...], tuple[int, ...]]
    """The rows nearest to the first and to the second seat."""


@cache
def board(players: int, diagonals: bool) -> Board:
    """The stage for two, four, six or eight players (BS-17.4); with ``diagonals`` corners touch, too (BS-17.1)."""
    columns, rows = (4, 4) if players == 2 else (WIDTH, players)
    spaces = tuple(space(column, row) for row in range(rows) for column in range(columns))
    steps = _STEPS + (_DIAGONALS if diagonals else ())
    next_to = tuple(
        tuple(
            space(place % WIDTH + right, place // WIDTH + up)
            for right, up in steps
            if 0 <= place % WIDTH + right < columns and 0 <= place // WIDTH + up < rows
        )
        if place in spaces
        else ()
        for place in range(WIDTH * WIDTH)
    )
    return Board(columns, rows, spaces, next_to, (spaces[:columns], spaces[-columns:]))
