"""Edits the text of a list: names its columns, and replaces lines that were corrected."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from matches.imports.layout import split_line
from matches.imports.lines import Source
from matches.imports.reading import SEPARATOR_LINES


def first_lines(text: str, most: int) -> list[list[str]]:
    """Return the cells of the first lines that are not empty, all cut by the delimiter of the first one."""
    start = _first(text)
    if start is None:
        return []
    delimiter, _cells = split_line(_physical(text)[start].rstrip("\r\n"))
    rows: list[list[str]] = []
    for line in _physical(text)[start:]:
        if len(rows) == most:
            break
        if line.strip():
            rows.append(next(csv.reader([line.rstrip("\r\n")], delimiter=delimiter)))
    return rows


def with_columns(text: str, columns: Sequence[str], *, has_heads: bool) -> str:
    """Return the list with a first line that names the columns; "" is a column that is not read.

    With ``has_heads`` it replaces the list's own first line.
    """
    start = _first(text)
    if start is None:
        return text
    lines = _physical(text)
    delimiter, _cells = split_line(lines[start].rstrip("\r\n"))
    head = f"{delimiter.join(columns)}\n"
    return "".join([head, *lines[start + 1 if has_heads else start :]])


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


def _first(text: str) -> int | None:
    """Return the index of the first line with content."""
    found = (
        index
        for index, line in enumerate(_physical(text))
        if line.strip() and line.strip().casefold() not in SEPARATOR_LINES
    )
    return next(found, None)
