"""Match slips, which players fill in at the table, sign and bring to the desk.

They are printed four, five or eight to a page in stack-cut order: when the whole stack is cut, the piles put on top
of each other are in table order. Where many sit at a table there are two or one on a page, so that all have room to
write.
"""

from collections.abc import Sequence
from typing import NamedTuple

from judging.paper import blanks
from judging.paper.label_set import ENGLISH, Labels
from judging.paper.pages import MARGIN, Box, Page, printed
from judging.paper.pen import HAIR, Pen
from judging.paper.stacks import stack_cut
from judging.paper.values import Heading, PrintedSeat, Slip, SlipsSheet

_GUTTER = 18.0
_HEAD = 40.0
_QR, _SMALL_QR = 54.0, 40.0


def slips(sheet: SlipsSheet, labels: Labels = ENGLISH) -> bytes:
    """The slips of a round as a PDF."""
    return printed(sheet.heading, slips_pages(sheet, labels), labels)


def slips_pages(sheet: SlipsSheet, labels: Labels) -> list[Page]:
    """The pages of slips; the spares follow the last table."""
    ordered = sorted(sheet.slips, key=lambda slip: (slip.table is None, slip.table or 0))
    spare = Slip(table=None, seats=tuple(PrintedSeat(name="") for _ in range(sheet.spare_seats)))
    pieces = [*ordered, *[spare] * sheet.spares]
    per_page = _per_page(sheet.per_page, pieces)
    if sheet.spares:
        pieces += [spare] * (-len(pieces) % per_page)
    pages = stack_cut(pieces, per_page) or [[]]
    return [Page(labels.slips, _SlipsPage(page, per_page, sheet, labels), "foot") for page in pages]


_FIT = ((6, 4), (10, 2), (64, 1))
"""So many seats at the most are legible with so many slips on a page, one below the other."""


def _per_page(wanted: int, pieces: Sequence[Slip]) -> int:
    """How many slips a page takes: what was asked for, or fewer for large tables."""
    seats = max([len(slip.seats) for slip in pieces], default=0)
    return wanted if seats <= _FIT[0][0] else next(count for most, count in _FIT if seats <= most)


class _SlipStyle(NamedTuple):
    """What all slips of a document share."""

    heading: Heading
    labels: Labels
    fields: tuple[str, ...]
    decided: tuple[str, ...]
    shared: str


class _Shape(NamedTuple):
    """How a line of a slip is divided: the share of the names, and the widths of score, drop, box and code."""

    names: float
    score: float
    drop: float
    box: float
    code: float
    record: bool

    def with_fields(self, count: int) -> "_Shape":
        """The shape for several score fields: narrower fields, and less room for names and signature."""
        if count == 1:
            return self
        return self._replace(score=self.score * _SEVERAL, box=self.box * _SEVERAL)


_SEVERAL = 0.6
_WIDE = _Shape(names=0.48, score=66.0, drop=34.0, box=50.0, code=_QR, record=True)
_CLOSE = _Shape(names=0.42, score=56.0, drop=28.0, box=40.0, code=_SMALL_QR, record=False)


class _SlipsPage:
    """Draws one page of slips with the lines to cut along."""

    def __init__(self, page: Sequence[Slip | None], per_page: int, sheet: SlipsSheet, labels: Labels) -> None:
        self.page = page
        self.columns = 2 if per_page == 8 else 1
        self.rows = per_page // self.columns
        self.style = _SlipStyle(sheet.heading, labels, sheet.fields, sheet.decided, sheet.shared)

    def __call__(self, pen: Pen, space: Box) -> None:
        if not any(self.page):
            pen.text(space.left, space.top + 20, self.style.labels.nothing, 12)
            return
        height = space.height / self.rows
        for number, slip in enumerate(self.page):
            column, row = divmod(number, self.rows)
            if slip is not None:
                self._slip(pen, self._place(space, column, row, height), slip)
        self._cuts(pen, space, height)

    def _place(self, space: Box, column: int, row: int, height: float) -> Box:
        width = (space.width - (self.columns - 1) * _GUTTER) / self.columns
        left = space.left + column * (width + _GUTTER)
        top = space.top + row * height
        return Box(left, top + (8 if row else 0), left + width, top + height - 8)

    def _slip(self, pen: Pen, place: Box, slip: Slip) -> None:
        if self.columns == 1:
            draw_rows(pen, place, slip, self.style, _WIDE)
        elif len(slip.seats) > 2:
            draw_rows(pen, place, slip, self.style, _CLOSE)
        else:
            draw_stacked(pen, place, slip, self.style)

    def _cuts(self, pen: Pen, space: Box, height: float) -> None:
        for row in range(1, self.rows):
            y = space.top + row * height
            pen.line(MARGIN / 2, y, pen.width - MARGIN / 2, y, HAIR, dashed=True)
        if self.columns == 2:
            x = pen.width / 2
            pen.line(x, MARGIN / 2, x, space.bottom, HAIR, dashed=True)


def draw_rows(pen: Pen, place: Box, slip: Slip, style: _SlipStyle, shape: _Shape) -> None:
    """Draw a line for each player with name, score, drop and signature."""
    labels = style.labels
    top, right = _head_and_code(pen, place, slip, style, shape.code)
    field = shape.with_fields(len(style.fields))
    fields = len(style.fields) * (field.score + 6)
    names = (right - place.left) * shape.names - (fields - shape.score - 6) / 2
    score_at = place.left + names + 8
    drop_at = score_at + fields
    sign_at = drop_at + shape.drop + 8
    for index, title in enumerate(style.fields):
        pen.fitted(score_at + index * (field.score + 6), top, field.score, 13, title, 10, align="center")
    pen.fitted(drop_at, top, shape.drop, 13, labels.drop, 10, align="center")
    pen.fitted(sign_at, top, right - sign_at, 13, labels.signature, 10)
    foot_height = _foot_height(style, place.width)
    height = min(40.0, (place.bottom - top - 14 - foot_height) / len(slip.seats))
    for number, seat in enumerate(slip.seats):
        y = top + 14 + number * height
        _name(pen, place.left, y, names, height - 2, seat, shape.record)
        box = min(height - 4, 34.0)
        for index in range(len(style.fields)):
            left = score_at + index * (field.score + 6) + (field.score - field.box) / 2
            pen.box(left, y + (height - box) / 2 - 1, field.box, box)
        pen.box(drop_at + shape.drop / 2 - 5, y + height / 2 - 5, 9, 9)
        pen.line(sign_at, y + height - 4, right, y + height - 4)
    _foot(pen, Box(place.left, place.bottom - foot_height, place.right, place.bottom), style)


def _head_and_code(pen: Pen, place: Box, slip: Slip, style: _SlipStyle, side: float) -> tuple[float, float]:
    """Draw the head and the code beside it; return the top and the right edge of the players' lines.

    A small code ends above the lines; a large one is beside them.
    """
    coded = bool(slip.link or slip.code)
    beside = side + 18 if coded else 0.0
    if coded:
        top = place.top + (4 if side == _QR else 0)
        blanks.code_block(pen, place.right - side - 4, top, side, slip.link, slip.code)
    head(pen, Box(place.left, place.top, place.right - beside, place.top + _HEAD), slip, style)
    if side == _QR:
        return place.top + _HEAD, place.right - beside
    return place.top + _HEAD + (15 if coded else 2), place.right


def draw_stacked(pen: Pen, place: Box, slip: Slip, style: _SlipStyle) -> None:
    """Draw each player's name above the boxes, for slips of half the width."""
    labels = style.labels
    top, _ = _head_and_code(pen, place, slip, style, _SMALL_QR)
    foot_height = _foot_height(style, place.width)
    height = min(48.0, (place.bottom - top - foot_height) / len(slip.seats))
    for number, seat in enumerate(slip.seats):
        y = top + number * height
        boxes = min(18.0, height * 0.45)
        _name(pen, place.left, y, place.width, height - boxes - 4, seat, True)
        line = y + height - 4
        at = place.left
        for title in style.fields:
            at += 4 + pen.text(at, line - 4, title, 10)
            pen.box(at, line - boxes + 1, 34, boxes - 1)
            at += 34 + 10
        at += blanks.tick(pen, at, line - 4, labels.drop) + 10
        pen.line(at, line, place.right, line)
        if number == 0:
            pen.fitted(at, line - 11, place.right - at, 11, labels.signature, 10)
    _foot(pen, Box(place.left, place.bottom - foot_height, place.right, place.bottom), style)


def head(pen: Pen, place: Box, slip: Slip, style: _SlipStyle) -> None:
    """Draw the table's number, large, with the event and its round, or the note, beside it."""
    labels = style.labels
    pen.text(place.left, place.top + 10, labels.table, 10)
    number = "" if slip.table is None else str(slip.table)
    pen.fitted(place.left, place.top + 11, 66, 28, number, 26, True)
    if slip.table is None:
        pen.line(place.left, place.top + 36, place.left + 60, place.top + 36)
    x = place.left + 76
    pen.fitted(x, place.top - 2, place.right - x, 24, style.heading.event, 12, True)
    pen.fitted(x, place.top + 22, place.right - x, 14, slip.note or style.heading.round, 11)


def _name(pen: Pen, x: float, top: float, width: float, height: float, seat: PrintedSeat, record: bool) -> None:
    """Draw a player's name, followed by points and record if they are given, or a line to write a name on."""
    if not seat.name:
        pen.line(x, top + height - 3, x + width, top + height - 3)
        return
    beside = f"{seat.points} ({seat.record})" if seat.record and seat.points else seat.points or seat.record
    beside = " · ".join(part for part in (seat.mark, beside if record else "") if part)
    taken = pen.fitted(x, top, width, height, beside, 10, align="right").width + 8 if beside else 0.0
    pen.fitted(x, top, width - taken, height, seat.name, 13, True)


def _foot_height(style: _SlipStyle, width: float) -> float:
    lines = blanks.tick_lines(style.decided, width, 70.0) if style.decided else []
    return 18.0 + 15.0 * len(lines)


def _foot(pen: Pen, place: Box, style: _SlipStyle) -> None:
    """Draw the ways to decide the match, and the lines for extension and judge."""
    labels = style.labels
    y = place.top
    if style.decided:
        y += 15.0 * blanks.ticks(pen, place.left, y, place.width, 15.0, labels.decided_by, style.decided, ())
    baseline = y + 14
    x = place.left
    if style.shared:
        x += pen.text(x, baseline, style.shared, 10) + 4
        pen.line(x, baseline + 2, x + 48, baseline + 2)
        x += 58
    x += pen.text(x, baseline, labels.extension, 10) + 4
    pen.line(x, baseline + 2, x + 36, baseline + 2)
    x += 40 + pen.text(x + 40, baseline, labels.minutes, 10) + 16
    x += pen.text(x, baseline, labels.judge, 10) + 4
    pen.line(x, baseline + 2, place.right, baseline + 2)
