"""The grid of a score sheet: a line for each game round, a group of columns for each player."""

from typing import NamedTuple

from judging.paper.pen import HAIR, RULE, Pen
from judging.paper.press import Room
from judging.paper.values import GameRound, ScoreSheet

_NAMES = 24.0
_TITLES = 24.0
_LABEL = 78.0
_WINNER = 58.0
_HIGHEST = 24.0


class Columns(NamedTuple):
    """The words of the grid: what is noted for each player, and the first, last and bottom titles."""

    titles: tuple[str, ...]
    round: str
    winner: str
    total: str


class _Grid(NamedTuple):
    """Where the lines of the grid stand."""

    place: Room
    first: float
    group: float
    column: float
    rows: float
    pitch: float
    bottom: float


def draw_grid(pen: Pen, place: Room, sheet: ScoreSheet, columns: Columns) -> float:
    """Draw the grid from the top of its place; return where it ends."""
    seats = len(sheet.seats)
    lines = len(sheet.game_rounds) + 1
    pitch = min(_HIGHEST, (place.height - _NAMES - _TITLES) / lines)
    group = (place.width - _LABEL - _WINNER) / seats
    rows = place.top + _NAMES + _TITLES
    bottom = rows + lines * pitch
    grid = _Grid(place, place.left + _LABEL, group, group / len(columns.titles), rows, pitch, bottom)
    _lines(pen, grid, seats, len(columns.titles), lines)
    _titles(pen, grid, sheet, columns)
    for number, game_round in enumerate(sheet.game_rounds):
        _row(pen, grid, rows + number * pitch, game_round)
    _totals(pen, grid, sheet, columns)
    return bottom


def _lines(pen: Pen, grid: _Grid, seats: int, titles: int, lines: int) -> None:
    place = grid.place
    pen.box(place.left, place.top, place.width, grid.bottom - place.top, RULE)
    pen.line(grid.first, place.top + _NAMES, place.right - _WINNER, place.top + _NAMES, HAIR)
    for number in range(lines):
        y = grid.rows + number * grid.pitch
        pen.line(place.left, y, place.right, y, RULE if number in (0, lines - 1) else HAIR)
    for seat in range(seats + 1):
        x = grid.first + seat * grid.group
        pen.line(x, place.top, x, grid.bottom, RULE)
        for title in range(1, titles if seat < seats else 0):
            inner = x + title * grid.column
            pen.line(inner, place.top + _NAMES, inner, grid.bottom - grid.pitch, HAIR)


def _titles(pen: Pen, grid: _Grid, sheet: ScoreSheet, columns: Columns) -> None:
    place = grid.place
    under = place.top + _NAMES
    pen.fitted(place.left + 4, under, _LABEL - 8, _TITLES, columns.round, 10)
    pen.fitted(place.right - _WINNER + 2, under, _WINNER - 4, _TITLES, columns.winner, 10, align="center")
    for number, seat in enumerate(sheet.seats):
        x = grid.first + number * grid.group
        pen.fitted(x + 4, place.top + 0.5, grid.group - 8, _NAMES - 1, seat.name, 12, True)
        for column, title in enumerate(columns.titles):
            pen.fitted(x + column * grid.column + 2, under, grid.column - 4, _TITLES, title, 10, align="center")


def _row(pen: Pen, grid: _Grid, top: float, game_round: GameRound) -> None:
    place = grid.place
    pen.fitted(place.left + 4, top, _LABEL - 8, grid.pitch, game_round.label, 10.5)
    pen.fitted(place.right - _WINNER + 2, top, _WINNER - 4, grid.pitch, game_round.winner, 11, True, "center")
    for seat, cells in enumerate(game_round.cells):
        x = grid.first + seat * grid.group
        for column, value in enumerate(cells):
            left = x + column * grid.column + 2
            pen.fitted(left, top, grid.column - 6, grid.pitch, value, 11, align="right")


def _totals(pen: Pen, grid: _Grid, sheet: ScoreSheet, columns: Columns) -> None:
    top = grid.bottom - grid.pitch
    pen.fitted(grid.place.left + 4, top, _LABEL - 8, grid.pitch, columns.total, 10.5, True)
    for seat, total in enumerate(sheet.totals):
        x = grid.first + seat * grid.group
        pen.fitted(x + 4, top, grid.group - 8, grid.pitch, total, 12, True, "center")
