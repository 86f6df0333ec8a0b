"""The grid of a score sheet: a line for each game round and a group of columns for each player."""

from itertools import accumulate
from typing import NamedTuple

from judging.paper.pages import Box
from judging.paper.pen import HAIR, RULE, Pen
from judging.paper.score_sheet_values import PrintedColumn, PrintedRound, ScoreSheet
from judging.paper.values import PrintedSeat

_NAMES = 24.0
_NAMES_ABOVE_MANY = 40.0
"""Where the grid has a whole page, names need not be small."""
_TITLES = 24.0
_NARROW, _MARK = 110.0, 10.0
"""In a narrower column the mark, such as "starts", stands below the name, so high."""
_LABEL = 78.0
_WINNER = 58.0
_HIGHEST = 24.0


class Columns(NamedTuple):
    """The labels of the grid: the columns of each player, and the titles of the first and last column and line.

    Without a title there is no column of winners: the lines are turns, or every player's numbers say who won.
    """

    noted: tuple[PrintedColumn, ...]
    round: str
    winner: str
    total: str


class _Column(NamedTuple):
    """A column's left edge, measured from its player's group, and its width."""

    left: float
    width: float


class _Grid(NamedTuple):
    """The positions of the grid's lines. `columns` are those of one player, `end` is the right edge of the last."""

    place: Box
    names: float
    end: float
    first: float
    group: float
    columns: tuple[_Column, ...]
    rows: float
    pitch: float
    bottom: float


def draw_grid(pen: Pen, place: Box, sheet: ScoreSheet, columns: Columns) -> float:
    """Draw the grid at the top of `place`; return its lower edge."""
    seats = len(sheet.seats)
    lines = len(sheet.game_rounds) + 1
    names, end = (_NAMES, place.right - _WINNER) if columns.winner else (_NAMES_ABOVE_MANY, place.right)
    pitch = min(_HIGHEST, (place.height - names - _TITLES) / lines)
    first = place.left + _LABEL
    group = (end - first) / seats
    rows = place.top + names + _TITLES
    bottom = rows + lines * pitch
    grid = _Grid(place, names, end, first, group, _columns(columns.noted, group), rows, pitch, bottom)
    _lines(pen, grid, seats, lines)
    _titles(pen, grid, sheet, columns)
    for number, game_round in enumerate(sheet.game_rounds):
        _row(pen, grid, rows + number * pitch, game_round)
    _totals(pen, grid, sheet, columns)
    return bottom


def _columns(columns: tuple[PrintedColumn, ...], group: float) -> tuple[_Column, ...]:
    """A player's columns side by side, each as wide as its weight says."""
    unit = group / sum(column.weight for column in columns)
    starts = accumulate((column.weight for column in columns), initial=0.0)
    return tuple(_Column(unit * start, unit * column.weight) for start, column in zip(starts, columns, strict=False))


def _lines(pen: Pen, grid: _Grid, seats: int, lines: int) -> None:
    place = grid.place
    pen.box(place.left, place.top, place.width, grid.bottom - place.top, RULE)
    pen.line(grid.first, place.top + grid.names, grid.end, place.top + grid.names, HAIR)
    for number in range(lines):
        y = grid.rows + number * grid.pitch
        pen.line(place.left, y, place.right, y, RULE if number in (0, lines - 1) else HAIR)
    for seat in range(seats + 1):
        x = grid.first + seat * grid.group
        pen.line(x, place.top, x, grid.bottom, RULE)
        for column in grid.columns[1:] if seat < seats else ():
            inner = x + column.left
            pen.line(inner, place.top + grid.names, inner, grid.bottom - grid.pitch, HAIR)


def _titles(pen: Pen, grid: _Grid, sheet: ScoreSheet, columns: Columns) -> None:
    place = grid.place
    under = place.top + grid.names
    pen.fitted(place.left + 4, under, _LABEL - 8, _TITLES, columns.round, 10)
    if columns.winner:
        pen.fitted(grid.end + 2, under, _WINNER - 4, _TITLES, columns.winner, 10, align="center")
    for number, seat in enumerate(sheet.seats):
        x = grid.first + number * grid.group
        _name(pen, Box(x + 4, place.top + 0.5, x + grid.group - 4, place.top + grid.names - 0.5), seat)
        for noted, column in zip(columns.noted, grid.columns, strict=True):
            pen.fitted(x + column.left + 2, under, column.width - 4, _TITLES, noted.title, 10, align="center")


def _name(pen: Pen, place: Box, seat: PrintedSeat) -> None:
    """A player's name above the columns, the mark beside it, or below it where there is no room beside."""
    width, height = place.width, place.height
    if seat.mark and width < _NARROW:
        height -= _MARK
        pen.fitted(place.left, place.bottom - _MARK, width, _MARK, seat.mark, 8)
    elif seat.mark:
        width -= pen.fitted(place.left, place.top, width, height, seat.mark, 10, align="right").width + 6
    pen.fitted(place.left, place.top, width, height, seat.name, 12, True)


def _row(pen: Pen, grid: _Grid, top: float, game_round: PrintedRound) -> None:
    place = grid.place
    pen.fitted(place.left + 4, top, _LABEL - 8, grid.pitch, game_round.label, 10.5)
    if game_round.winner:
        pen.fitted(grid.end + 2, top, _WINNER - 4, grid.pitch, game_round.winner, 11, True, "center")
    for seat, cells in enumerate(game_round.cells):
        x = grid.first + seat * grid.group
        for value, column in zip(cells, grid.columns, strict=False):
            pen.fitted(x + column.left + 2, top, column.width - 6, grid.pitch, value, 11, align="right")


def _totals(pen: Pen, grid: _Grid, sheet: ScoreSheet, columns: Columns) -> None:
    top = grid.bottom - grid.pitch
    pen.fitted(grid.place.left + 4, top, _LABEL - 8, grid.pitch, columns.total, 10.5, True)
    for seat, total in enumerate(sheet.totals):
        x = grid.first + seat * grid.group
        pen.fitted(x + 4, top, grid.group - 8, grid.pitch, total, 12, True, "center")
