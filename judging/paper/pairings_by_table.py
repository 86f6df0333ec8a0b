"""Pairings by table, for the desk, the judges and the doors."""

from collections.abc import Sequence
from typing import NamedTuple

from judging.paper.label_set import ENGLISH, Labels
from judging.paper.pages import Box, Page, content_box, printed
from judging.paper.pen import HAIR, RULE, Pen
from judging.paper.text.fitting import Laid, grow
from judging.paper.text.lines import text_width
from judging.paper.values import Heading, PairingsSheet, PrintedPairing, PrintedSeat

_TABLE_COLUMN = 64.0
_GUTTER = 20.0
_TITLES = 20.0
_LINE = 23.0
_PADDING = 2.0


def pairings_by_table(sheet: PairingsSheet, labels: Labels = ENGLISH) -> bytes:
    """The pairings in table order, byes last, as a PDF."""
    return printed(sheet.heading, by_table_pages(sheet.heading, sheet.pairings, labels), labels)


def by_table_pages(heading: Heading, pairings: Sequence[PrintedPairing], labels: Labels) -> list[Page]:
    """The pages of the list by table, with rows as high as their names."""
    space = content_box(heading)
    half = (space.width - _TABLE_COLUMN - _GUTTER) / 2
    chunks: list[list[_Row]] = [[]]
    left = space.height - _TITLES
    for pairing in sorted(pairings, key=lambda pairing: (pairing.table is None, pairing.table or 0)):
        row = _row(pairing, half)
        if row.height > left and chunks[-1]:
            chunks.append([])
            left = space.height - _TITLES
        chunks[-1].append(row)
        left -= row.height
    return [Page(labels.pairings_by_table, _TablesPage(chunk, half, labels)) for chunk in chunks]


class _Cell(NamedTuple):
    """A player in a row: the fitted name, and points and record in one column."""

    name: Laid
    score: str
    score_width: float


class _Row(NamedTuple):
    pairing: PrintedPairing
    lines: tuple[tuple[_Cell, ...], ...]
    height: float


def _row(pairing: PrintedPairing, half: float) -> _Row:
    """A row with two players on each line: one line for a match of two, two lines for a pod of three or four."""
    cells = [_cell(seat, half) for seat in pairing.seats]
    lines = tuple(tuple(cells[first : first + 2]) for first in range(0, len(cells), 2)) or ((),)
    height = sum(_line_height(line) for line in lines) + 2 * _PADDING
    return _Row(pairing, lines, height + (13.0 if pairing.note else 0.0))


def _cell(seat: PrintedSeat, half: float) -> _Cell:
    known = f"{seat.points} ({seat.record})" if seat.record else seat.points
    score = " · ".join(part for part in (seat.mark, known) if part)
    width = min(max(text_width(score) * 11 + 0.01, 30.0), half * 0.4)
    return _Cell(grow(seat.name, half - width - 8, 13, 11), score, width)


def _line_height(line: tuple[_Cell, ...]) -> float:
    return max([_LINE, *(cell.name.height + 4 for cell in line)])


class _TablesPage:
    """Draws one page."""

    def __init__(self, rows: Sequence[_Row], half: float, labels: Labels) -> None:
        self.rows = rows
        self.half = half
        self.labels = labels

    def __call__(self, pen: Pen, space: Box) -> None:
        columns = (space.left + _TABLE_COLUMN, space.right - self.half)
        alone = all(len(line) < 2 for row in self.rows for line in row.lines)
        self._titles(pen, space, columns[:1] if alone else columns)
        y = space.top + _TITLES
        if not self.rows:
            pen.text(space.left, y + 20, self.labels.nothing, 12)
        for row in self.rows:
            self._draw(pen, space, columns, y, row)
            y += row.height
            pen.line(space.left, y, space.right, y, HAIR)

    def _titles(self, pen: Pen, space: Box, columns: Sequence[float]) -> None:
        pen.fitted(space.left, space.top, _TABLE_COLUMN - 8, 16, self.labels.table, 10)
        for x in columns:
            pen.fitted(x, space.top, self.half / 2, 16, self.labels.player, 10)
            pen.fitted(x + self.half / 2, space.top, self.half / 2, 16, self.labels.points, 10, align="right")
        pen.line(space.left, space.top + _TITLES - 2, space.right, space.top + _TITLES - 2, RULE)

    def _draw(self, pen: Pen, space: Box, columns: tuple[float, float], top: float, row: _Row) -> None:
        pairing = row.pairing
        height = row.height - (13.0 if pairing.note else 0.0)
        if pairing.table is not None:
            pen.fitted(space.left, top, _TABLE_COLUMN - 12, height, str(pairing.table), 19, True, floor=12)
        else:
            label = self.labels.bye if len(pairing.seats) == 1 else self.labels.no_table
            pen.fitted(space.left, top, _TABLE_COLUMN - 8, height, label, 12, True)
        y = top + _PADDING
        for line in row.lines:
            height = _line_height(line)
            for x, cell in zip(columns, line, strict=False):
                pen.laid(x, y + (height - cell.name.height) / 2, self.half, cell.name)
                pen.fitted(x + self.half - cell.score_width, y, cell.score_width, height, cell.score, 11, align="right")
            y += height
        if pairing.note:
            pen.fitted(columns[0], y - 2, space.right - columns[0], 13, pairing.note, 10)
