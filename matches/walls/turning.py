"""How many pages a long list takes on a wall, how long they all take, and which part of it one wall shows. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeVar

from matches.walls.scenes import letter_size

Row = TypeVar("Row")

WIDE = 16 / 9
LEAST_SECONDS = 6.0
"""A page stays at least so long."""
LEAST_PLACES, USUAL_PLACES, MOST_PLACES = 4, 64, 9999
"""How many places of the standings a wall shows."""
MOST_LETTERS = 9
"""Of a name at either end of a wall's part."""
LONG_WAIT = 120
"""Seconds after which somebody who looks for their name should have seen it."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a page stays: so many seconds, and more with each line. ``columns`` are as wide as so many letters."""

    seconds: float
    line: float
    columns: float


NAMES = Pace(seconds=5, line=0.1, columns=10)
"""Names by the alphabet: one looks for one's own and does not read the others."""
PLACES = Pace(seconds=0, line=0.6, columns=10)
"""Standings are read line by line."""


@dataclass(frozen=True, slots=True)
class Share:
    """A wall shows part ``index`` (from 0) of ``count`` of a long list."""

    index: int = 0
    count: int = 1

    def of(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Its part of the rows; all parts together are all rows, each once, and as long as one another but for one row.

        >>> [Share(index, 3).of("abcdefgh") for index in range(3)]
        ['ab', 'cde', 'fgh']
        """
        return rows[len(rows) * self.index // self.count : len(rows) * (self.index + 1) // self.count]


WHOLE = Share()


def part_of_names(names: Sequence[str], share: Share) -> str:
    """From which name to which one a wall's part goes, as far as it takes to tell it from the next wall's.

    >>> part_of_names(["ada", "ann", "ike", "maria", "yvo", "zoe"], Share(1, 3))
    'Ike – Mar'
    >>> part_of_names(["ada", "maria", "mario", "zoe"], Share(0, 2))
    'Ada – Maria'
    """
    start, end = (len(names) * index // share.count for index in (share.index, share.index + 1))
    if share.count == 1 or start == end:
        return ""
    first = _begins(names[start], names[start - 1] if start else "")
    return f"{first} – {_begins(names[end - 1], names[end] if end < len(names) else '')}"


def _begins(name: str, beside: str) -> str:
    """Three letters of a name, or as many as tell it from the one beside it."""
    alike = sum(1 for _same in takewhile(lambda pair: pair[0] == pair[1], zip(name, beside, strict=False)))
    return name[: min(max(3, alike + 1), MOST_LETTERS)].strip().title()


@dataclass(frozen=True, slots=True)
class Turning:
    """A list takes so many pages, and all of them so many seconds."""

    pages: int
    seconds: int


def turning(lines: int, pace: Pace, metres: int, height_cm: int) -> Turning:
    """About how a list of so many lines is turned on a picture that is 16 to 9: lists that fit in larger letters have
    one page, too.
    """
    letter = letter_size(metres, height_cm)
    gap, width = 0.03 * WIDE * 100, 0.95 * WIDE * 100
    columns = max(1, int((width + gap) / (pace.columns * letter + gap)))
    rows = max(1, int((78 - letter) / (1.24 * letter + 0.9)))
    pages = max(1, -(-lines // (columns * rows)))
    seconds = pages * pace.seconds + lines * pace.line
    return Turning(pages, round(max(pages * LEAST_SECONDS, seconds)))
