"""A table of points for the places of a pod, with a row for each size: ``5-3-2-1 5-2.5-1``. Pure and exact."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise

PointsRow = tuple[Fraction, ...]
"""The points of each place, the first one first."""

MOST_POINTS = 1000


class PointsProblem(StrEnum):
    """What is wrong with a table of points."""

    UNREADABLE = "unreadable"
    ROW_TWICE = "row_twice"
    RISES = "rises"
    """A place brings more than the one before it."""
    NOTHING = "nothing"
    """The first place brings nothing."""


class PointsError(ValueError):
    """A table of points cannot be used; ``row`` is the text of the row."""

    def __init__(self, problem: PointsProblem, row: str) -> None:
        self.problem, self.row = problem, row
        super().__init__(f"{problem.value}: {row}")


_NUMBER = re.compile(r"\d{1,4}(\.\d{1,3})?", re.ASCII)


def read_rows(text: str) -> dict[int, PointsRow]:
    """Read rows with spaces between them, by how many sit at the table. Raises PointsError."""
    rows: dict[int, PointsRow] = {}
    for word in text.replace(";", " ").replace("–", "-").split():
        parts = word.split("-")
        if len(parts) < 2 or not all(_NUMBER.fullmatch(part) for part in parts):
            raise PointsError(PointsProblem.UNREADABLE, word)
        row = tuple([Fraction(part) for part in parts])
        if row[0] > MOST_POINTS:
            raise PointsError(PointsProblem.UNREADABLE, word)
        if not row[0]:
            raise PointsError(PointsProblem.NOTHING, word)
        if any(after > before for before, after in pairwise(row)):
            raise PointsError(PointsProblem.RISES, word)
        if len(row) in rows:
            raise PointsError(PointsProblem.ROW_TWICE, word)
        rows[len(row)] = row
    return rows


def interpolated(row: PointsRow, size: int) -> PointsRow:
    """A row for another size, on straight lines between the points of this one: 5-3-2-1 for three is 5-2.5-1."""
    found = []
    for place in range(size):
        at = Fraction(place * (len(row) - 1), size - 1)
        below = min(int(at), len(row) - 2)
        found.append(row[below] + (at - below) * (row[below + 1] - row[below]))
    return tuple(found)


def row_for(rows: Mapping[int, PointsRow], size: int, usual: int) -> PointsRow:
    """The row of a size: as given, or made from that of the ``usual`` size."""
    return rows[size] if size in rows else interpolated(rows[usual], size)


def row_text(row: PointsRow) -> str:
    """A row as it is written, with three decimals at the most: ``5-2.5-1``."""
    return "-".join(f"{float(points):.3f}".rstrip("0").rstrip(".") for points in row)


def points_of(row: Sequence[Fraction], above: int, tied: int) -> Fraction:
    """The points of one of ``tied`` players with ``above`` before them: the mean of the places that they cover."""
    return sum(row[above : above + tied], Fraction(0)) / tied


def mean_of(row: Sequence[Fraction]) -> Fraction:
    """What a place of a row brings on average."""
    return sum(row, Fraction(0)) / len(row)
