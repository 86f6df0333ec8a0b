"""Standings on paper."""

from collections.abc import Sequence
from typing import NamedTuple

from judging.paper.fitting import Laid, grow
from judging.paper.pen import HAIR, HEAVY, RULE, Pen
from judging.paper.press import Page, Room, printed, room
from judging.paper.runs import width
from judging.paper.values import StandingRow, StandingsSheet
from judging.paper.words import ENGLISH, Words

_TITLES = 30.0
_ROW = 21.0
_GAP = 12.0
_SIZE = 11.0
_LEAST_NAME = 130.0


def standings(sheet: StandingsSheet, words: Words = ENGLISH) -> bytes:
    """The standings as a PDF: rank, name, points, record, then the tie-breaks in their order."""
    return printed(sheet.heading, standings_pages(sheet, words), words)


def standings_pages(sheet: StandingsSheet, words: Words) -> list[Page]:
    """The pages of the standings; the legend stands under the last row."""
    upright = room(sheet.heading)
    columns = _columns(sheet, words)
    landscape = upright.width - _taken(columns) < _LEAST_NAME
    space = room(sheet.heading, landscape=landscape)
    names = max(space.width - _taken(columns), 60.0)
    chunks: list[list[_Row]] = [[]]
    left = space.height - _TITLES
    for place, row in enumerate(sheet.rows, start=1):
        laid = _row(row, names, cut=place == sheet.cut_after)
        if laid.height > left and chunks[-1]:
            chunks.append([])
            left = space.height - _TITLES
        chunks[-1].append(laid)
        left -= laid.height
    legend = [grow(line, space.width, 10, 10) for line in sheet.legend]
    if legend and sum(line.height for line in legend) + 10 > left:
        chunks.append([])
    last = len(chunks) - 1
    return [
        Page(
            words.standings,
            _Sheet(chunk, columns, names, words, legend if number == last else []),
            landscape=landscape,
        )
        for number, chunk in enumerate(chunks)
    ]


class _Column(NamedTuple):
    title: str
    wide: float


class _Row(NamedTuple):
    row: StandingRow
    name: Laid
    height: float
    cut: bool


def _columns(sheet: StandingsSheet, words: Words) -> list[_Column]:
    """Rank, points, record and tie-breaks, each as wide as its widest value; the record only if there is one."""
    titles = [words.rank, words.points, words.record, *sheet.columns]
    columns = []
    for number, title in enumerate(titles):
        values = [_values(row)[number] for row in sheet.rows]
        widest = max((width(value, number < 2) * _SIZE for value in values), default=0.0)
        longest_word = max((width(word) * 10 for word in title.split()), default=0.0)
        shown = number != 2 or any(values)
        columns.append(_Column(title, max(widest, min(longest_word, 60.0)) if shown else 0.0))
    return columns


def _values(row: StandingRow) -> tuple[str, ...]:
    return (row.rank, row.points, row.record, *row.values)


def _taken(columns: Sequence[_Column]) -> float:
    return sum(column.wide + _GAP for column in columns if column.wide)


def _row(row: StandingRow, names: float, cut: bool) -> _Row:
    text = f"{row.name} ({row.note})" if row.note else row.name
    name = grow(text, names, 12, 11)
    return _Row(row, name, max(_ROW, name.height + 5), cut)


class _Sheet:
    """Draws one page."""

    def __init__(
        self,
        rows: Sequence[_Row],
        columns: Sequence[_Column],
        names: float,
        words: Words,
        legend: Sequence[Laid],
    ) -> None:
        self.rows = rows
        self.columns = columns
        self.names = names
        self.words = words
        self.legend = legend

    def __call__(self, pen: Pen, space: Room) -> None:
        rank = self.columns[0].wide
        name_at = space.left + rank + _GAP
        self._titles(pen, space, name_at)
        y = space.top + _TITLES
        if not self.rows and not self.legend:
            pen.text(space.left, y + 20, self.words.nothing, 12)
        for row in self.rows:
            self._row(pen, space, name_at, y, row)
            y += row.height
            pen.line(space.left, y, space.right, y, HEAVY if row.cut else HAIR)
        for line in self.legend:
            pen.laid(space.left, y + 8, space.width, line)
            y += line.height

    def _titles(self, pen: Pen, space: Room, name_at: float) -> None:
        high = _TITLES - 6
        pen.fitted(space.left, space.top - 2, self.columns[0].wide, high, self.columns[0].title, 10, align="right")
        pen.fitted(name_at, space.top - 2, self.names, high, self.words.player, 10)
        for column, right in self._right_edges(space):
            pen.fitted(right - column.wide, space.top - 2, column.wide, high, column.title, 10, align="right")
        pen.line(space.left, space.top + _TITLES - 4, space.right, space.top + _TITLES - 4, RULE)

    def _right_edges(self, space: Room) -> list[tuple[_Column, float]]:
        edges, right = [], space.right
        for column in reversed(self.columns[1:]):
            if column.wide:
                edges.append((column, right))
                right -= column.wide + _GAP
        return edges[::-1]

    def _row(self, pen: Pen, space: Room, name_at: float, top: float, row: _Row) -> None:
        rank, *values = _values(row.row)
        pen.fitted(space.left, top, self.columns[0].wide, row.height, rank, _SIZE, True, "right")
        pen.laid(name_at, top + (row.height - row.name.height) / 2, self.names, row.name, text=row.row.name)
        shown = [(value, number == 0) for number, value in enumerate(values) if self.columns[number + 1].wide]
        for (value, bold), (column, right) in zip(shown, self._right_edges(space), strict=True):
            pen.fitted(right - column.wide, top, column.wide, row.height, value, _SIZE, bold, "right")
