"""Edits the text of a list: names its columns, and replaces lines that were corrected."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from itertools import islice

from matches.imports.layout import lines_of_first, split_line
from matches.imports.lines import Source
from matches.imports.reading import SEPARATOR_LINES


def first_lines(text: str, most: int) -> list[list[str]]:
    """Return the cells of the first lines that are not empty, all cut by the delimiter of the first one."""
    start = _first(text)
    if start is None:
        return []
    lines = _physical(text)[start:]
    delimiter, _cells = split_line("".join(lines))
    rows = (row for row in csv.reader(lines, delimiter=delimiter) if any(cell.strip() for cell in row))
    return list(islice(rows, most))


def with_columns(text: str, columns: Sequence[str], *, has_heads: bool) -> str:
    """Return the list with a line that names the columns; "" is a column that is not read.

    With ``has_heads`` it replaces the list's own first line, else an empty line or ``sep=`` before it, so that all
    lines keep their numbers; only a list that begins with a player gets a line more.
    """
    start = _first(text)
    if start is None:
        return text
    lines = _physical(text)
    players = "".join(lines[start:])
    delimiter, _cells = split_line(players)
    head = f"{delimiter.join(columns)}\n"
    if has_heads:
        used = lines_of_first(players, delimiter)
        return "".join([*lines[:start], head, *["\n"] * (used - 1), *lines[start + used :]])
    return "".join([*lines[: max(start - 1, 0)], head, *lines[start:]])


def with_lines(text: str, edits: Mapping[int, str], sources: Mapping[int, Source]) -> str:
    """Return the list with other text in these lines."""
    lines = _physical(text)
    for number, edited in edits.items():
        if (source := sources.get(number)) is not None:
            # A line may span several, inside quotation marks: the list of lines keeps its length.
            lines[number - 1 : source.last] = [f"{edited}\n", *[""] * (source.last - number)]
    return "".join(lines)


def _physical(text: str) -> list[str]:
    return list(io.StringIO(text, newline=""))


def line_of_first(text: str) -> int:
    """Return the number of the first line with content, from 1; 0 if there is none."""
    start = _first(text)
    return 0 if start is None else start + 1


def _first(text: str) -> int | None:
    """Return the index of the first line with content."""
    found = (
        index
        for index, line in enumerate(_physical(text))
        if line.strip() and line.strip().casefold() not in SEPARATOR_LINES
    )
    return next(found, None)
