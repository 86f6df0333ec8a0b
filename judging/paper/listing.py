"""A list that can span several pages, with titles on each page and rows as high as their texts.

Standings, the judges' log and the players of a fallback pack are printed as such lists.
"""

from collections.abc import Sequence
from typing import NamedTuple

from judging.paper.label_set import Labels
from judging.paper.pages import Box, Page, content_box
from judging.paper.pen import HAIR, HEAVY, RULE, Align, Pen
from judging.paper.text.fitting import Laid, grow
from judging.paper.values import Heading, Written

GAP = 12.0
_LEAST_ROW = 21.0
_PADDING = 6.0
_FLOOR = 10.0


class Column(NamedTuple):
    """A column: its title, its width in points, and how its values are aligned and drawn."""

    title: str
    width: float
    align: Align = "left"
    bold: bool = False
    size: float = 11.0


class ListRow(NamedTuple):
    """A row: a value for each column, a remark across the columns from `remark_from` on, and a heavy line below."""

    values: tuple[str | Written, ...]
    remark: str = ""
    remark_from: int = 0
    heavy: bool = False


class Listing(NamedTuple):
    """A whole list; `closing` is printed under the last row."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[ListRow, ...]
    closing: tuple[str, ...] = ()
    landscape: bool = False


class _Piece(NamedTuple):
    """A fitted text, struck through or not."""

    laid: Laid
    struck: bool


class _Cells(NamedTuple):
    row: ListRow
    pieces: tuple[tuple[_Piece, ...], ...]
    remark: Laid | None
    height: float
    upper: float


def listing_pages(heading: Heading, listing: Listing, labels: Labels) -> list[Page]:
    """The pages of a list. An empty list has one page that says so."""
    space = content_box(heading, landscape=listing.landscape)
    titles = _titles_height(listing.columns)
    closing = [grow(line, space.width, _FLOOR, _FLOOR) for line in listing.closing]
    chunks: list[list[_Cells]] = [[]]
    left = space.height - titles
    for row in listing.rows:
        cells = _cells(row, listing.columns)
        if cells.height > left and chunks[-1]:
            chunks.append([])
            left = space.height - titles
        chunks[-1].append(cells)
        left -= cells.height
    if closing and sum(line.height for line in closing) + 8 > left:
        chunks.append([])
    ends = [*([()] * (len(chunks) - 1)), tuple(closing)]
    return [
        Page(listing.title, _ListPage(chunk, listing, end, labels), landscape=listing.landscape)
        for chunk, end in zip(chunks, ends, strict=True)
    ]


def taken(columns: Sequence[Column]) -> float:
    """The width of the columns with the gaps between them, in points."""
    return sum(column.width for column in columns) + GAP * (len(columns) - 1)


def _titles_height(columns: Sequence[Column]) -> float:
    return max(grow(column.title, column.width, _FLOOR, _FLOOR).height for column in columns) + 6


def _cells(row: ListRow, columns: Sequence[Column]) -> _Cells:
    pieces = tuple(_pieces(value, column) for value, column in zip(row.values, columns, strict=True))
    upper = max(_LEAST_ROW, *(sum(piece.laid.height for piece in cell) + _PADDING for cell in pieces))
    remark = None
    if row.remark:
        remark = grow(row.remark, taken(columns[row.remark_from :]), _FLOOR, _FLOOR)
    return _Cells(row, pieces, remark, upper + (remark.height + 2 if remark else 0.0), upper)


def _pieces(value: str | Written, column: Column) -> tuple[_Piece, ...]:
    written = Written(value) if isinstance(value, str) else value
    old = [_Piece(grow(text, column.width, column.size, _FLOOR), True) for text in written.struck]
    now = [written.value] if written.value else []
    return (*old, *(_Piece(grow(text, column.width, column.size, _FLOOR, column.bold), False) for text in now))


class _ListPage:
    """Draws one page of the list."""

    def __init__(self, rows: Sequence[_Cells], listing: Listing, closing: Sequence[Laid], labels: Labels) -> None:
        self.rows = rows
        self.columns = listing.columns
        self.closing = closing
        self.labels = labels

    def __call__(self, pen: Pen, space: Box) -> None:
        lefts, x = [], space.left
        for column in self.columns:
            lefts.append(x)
            x += column.width + GAP
        titles = _titles_height(self.columns)
        for left, column in zip(lefts, self.columns, strict=True):
            laid = grow(column.title, column.width, _FLOOR, _FLOOR)
            pen.laid(left, space.top + titles - 5 - laid.height, column.width, laid, column.align)
        y = space.top + titles
        pen.line(space.left, y - 2, space.right, y - 2, RULE)
        if not self.rows and not self.closing:
            pen.text(space.left, y + 18, self.labels.nothing, 12)
        for cells in self.rows:
            self._row(pen, lefts, y, cells)
            y += cells.height
            pen.line(space.left, y, space.right, y, HEAVY if cells.row.heavy else HAIR)
        for line in self.closing:
            pen.laid(space.left, y + 6, space.width, line)
            y += line.height

    def _row(self, pen: Pen, lefts: Sequence[float], top: float, cells: _Cells) -> None:
        """Draw a row: the first lines are level, and the highest cell is centred in the row."""
        tallest = max(sum(piece.laid.height for piece in cell) for cell in cells.pieces)
        lead = max((cell[0].laid.leading for cell in cells.pieces if cell), default=0.0)
        first = top + (cells.upper - tallest) / 2 + lead / 2
        for left, column, cell in zip(lefts, self.columns, cells.pieces, strict=True):
            y = first - (cell[0].laid.leading / 2 if cell else 0.0)
            for piece in cell:
                pen.laid(left, y, column.width, piece.laid, column.align, piece.struck)
                y += piece.laid.height
        if cells.remark:
            pen.laid(lefts[cells.row.remark_from], top + cells.upper - 2, 0, cells.remark)
