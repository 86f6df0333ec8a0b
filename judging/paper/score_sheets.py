"""Score sheets: the record of one match in A5 landscape, two per page, or on a page of its own if it has many lines.

The halves are in stack-cut order: after one cut, the upper pile on the lower one is in table order.
"""

from collections.abc import Sequence
from typing import NamedTuple

from judging.paper import blanks
from judging.paper.label_set import ENGLISH, Labels
from judging.paper.pages import MARGIN, Box, Page, printed
from judging.paper.pen import HAIR, RULE, Pen
from judging.paper.score_grid import Columns, draw_grid
from judging.paper.score_sheet_values import ScoreSheet, ScoreSheets, SheetRuling
from judging.paper.stacks import stack_cut
from judging.paper.text.fitting import fit
from judging.paper.values import Heading, Written

_HEAD = 64.0
_QR = 50.0
_SIGN = 56.0
_MOST_SIGNERS = 5
"""So many have room to sign beside one another; of more, the others sign below."""
_LINE = 16.0


def score_sheets(sheet: ScoreSheets, labels: Labels = ENGLISH) -> bytes:
    """The score sheets as a PDF."""
    return printed(sheet.heading, score_sheet_pages(sheet, labels), labels)


def score_sheet_pages(sheets: ScoreSheets, labels: Labels) -> list[Page]:
    """The pages of score sheets, two sheets on each, or one with many lines."""
    ordered = sorted(sheets.sheets, key=lambda sheet: (sheet.table is None, sheet.table or 0))
    pages = stack_cut(ordered, 1 if sheets.line_title else 2) or [[]]
    return [Page(labels.score_sheets, _ScoreSheetsPage(page, sheets, labels), "foot") for page in pages]


class _ScoreSheetStyle(NamedTuple):
    """What all sheets of a document share."""

    heading: Heading
    labels: Labels
    columns: Columns
    shared: str


class _ScoreSheetsPage:
    """Draws one page: two halves, or a whole one."""

    def __init__(self, page: Sequence[ScoreSheet | None], sheets: ScoreSheets, labels: Labels) -> None:
        self.whole = bool(sheets.line_title)
        title, winner = (sheets.line_title, "") if self.whole else (labels.round, labels.winner)
        columns = Columns(sheets.columns, title, winner, sheets.total_label or labels.total)
        self.page = page
        self.style = _ScoreSheetStyle(sheets.heading, labels, columns, sheets.shared)

    def __call__(self, pen: Pen, space: Box) -> None:
        if not any(self.page):
            pen.text(space.left, space.top + 20, self.style.labels.nothing, 12)
            return
        if self.whole:
            for whole in filter(None, self.page):
                _draw(pen, Box(space.left, space.top, space.right, space.bottom - 14), whole, self.style)
            return
        middle = pen.height / 2
        height = min(middle - 9 - space.top, space.bottom - middle - 14)
        for top, sheet in zip((space.top, middle + 10), self.page, strict=False):
            if sheet is not None:
                _draw(pen, Box(space.left, top, space.right, top + height), sheet, self.style)
        pen.line(MARGIN / 2, middle, pen.width - MARGIN / 2, middle, HAIR, dashed=True)


def _draw(pen: Pen, place: Box, sheet: ScoreSheet, style: _ScoreSheetStyle) -> None:
    """Draw one sheet from top to bottom: head, grid, rulings and remarks, result, signatures."""
    labels = style.labels
    head = Box(place.left, place.top, place.right, place.top + _HEAD)
    _head(pen, head, sheet, style)
    ticks = blanks.tick_lines(sheet.decided, place.width - 190, 70.0) if sheet.decided else []
    result_height = max(22.0, 15.0 * len(ticks) + 4)
    signing = _SIGN * _rows_of_signers(sheet)
    free = place.height - _HEAD - signing - result_height - 14
    rulings_height = max(13 + 2 * _LINE, free * (0.27 if style.columns.winner else 0.17))
    grid = Box(place.left, head.bottom, place.right, head.bottom + free - rulings_height)
    bottom = draw_grid(pen, grid, sheet, style.columns)
    _rulings(pen, Box(place.left, bottom + 6, place.right, place.bottom - signing - result_height - 4), sheet, labels)
    top = place.bottom - signing - result_height
    _result(pen, Box(place.left, top, place.right, top + result_height), sheet, labels)
    _signatures(pen, Box(place.left, place.bottom - signing, place.right, place.bottom), sheet, labels)


def _head(pen: Pen, place: Box, sheet: ScoreSheet, style: _ScoreSheetStyle) -> None:
    """Draw table, event and round, the four times, the shared number if there is one, and the code."""
    labels = style.labels
    coded = bool(sheet.link or sheet.code)
    right = place.right - (_QR + 20 if coded else 0.0)
    if coded:
        blanks.code_block(pen, place.right - _QR - 5, place.top - 2, _QR, sheet.link, sheet.code)
    pen.text(place.left, place.top + 9, labels.table, 10)
    if sheet.table is None:
        pen.line(place.left, place.top + 38, place.left + 60, place.top + 38)
    else:
        pen.fitted(place.left, place.top + 10, 66, 32, str(sheet.table), 28, True)
    x = place.left + 76
    half = (right - x) * 0.58
    pen.fitted(x, place.top - 3, half, 24, style.heading.event, 12, True)
    beside = " · ".join(part for part in (sheet.note or style.heading.round, labels.score_sheet) if part)
    pen.fitted(x + half + 8, place.top - 3, right - x - half - 8, 24, beside, 11, align="right")
    times = (
        (labels.started, sheet.started),
        (labels.called, sheet.called),
        (labels.ended, sheet.ended),
        (labels.extension, sheet.extension),
        *([(style.shared, sheet.shared)] if style.shared else []),
    )
    width = (right - x + 12) / len(times)
    for number, (label, written) in enumerate(times):
        blanks.field(pen, x + number * width, place.top + 24, width - 12, 30, label, written)


def _rulings(pen: Pen, place: Box, sheet: ScoreSheet, labels: Labels) -> None:
    """Draw the grid of infractions and the stops on the left, lines for remarks and appeal on the right."""
    half = (place.width - 14) / 2
    pen.fitted(place.left + half + 14, place.top, half, 13, labels.remarks, 10)
    count = max(1, int((place.height - 13) // 14))
    pitch = (place.height - 13) / count
    remarks = fit(sheet.remarks, half, place.height - 14, 10, 10) if sheet.remarks else None
    for number in range(count):
        y = place.top + 13 + (number + 1) * pitch
        pen.line(place.left, y, place.left + half, y, HAIR)
        if not remarks or y > place.top + 14 + remarks.height:
            pen.line(place.left + half + 14, y, place.right, y, HAIR)
    _ruling_grid(pen, Box(place.left, place.top, place.left + half, place.bottom), pitch, count, sheet, labels)
    if remarks:
        pen.laid(place.left + half + 14, place.top + 14, half, remarks)


_RULING_SHARES = (0.38, 0.24, 0.18, 0.20)
"""The shares of player, code, penalty and judge."""


def _ruling_grid(pen: Pen, place: Box, pitch: float, count: int, sheet: ScoreSheet, labels: Labels) -> None:
    """Draw the heads and the values of the grid, then the stops, each over the width of the grid."""
    lefts = [place.left + place.width * sum(_RULING_SHARES[:number]) for number in range(4)]
    widths = [place.width * share - 3 for share in _RULING_SHARES]
    heads = (labels.rulings, labels.code, labels.penalty, labels.judge)
    for left, width, title in zip(lefts, widths, heads, strict=True):
        pen.fitted(left, place.top, width, 13, title, 10)
    lines = _in_lines([*sheet.rulings, *sheet.stops], count, labels)
    grid = sum(1 for line in lines if not isinstance(line, str)) or count - len(lines)
    for left in lefts[1:]:
        pen.line(left - 2, place.top + 13, left - 2, place.top + 13 + grid * pitch, HAIR)
    for number, line in enumerate(lines):
        baseline = place.top + 13 + (number + 1) * pitch - 3.5
        if isinstance(line, str):
            blanks.entry(pen, place.left, baseline, place.width, 12, Written(line), blanks.LABEL)
            continue
        values = (Written(line.player), Written(line.code), line.penalty, Written(line.judge))
        for left, width, value in zip(lefts, widths, values, strict=True):
            blanks.entry(pen, left, baseline, width, 12, value, blanks.LABEL)


def _in_lines(lines: list[SheetRuling | str], count: int, labels: Labels) -> list[SheetRuling | str]:
    """What stands in `count` lines. If there is more, the last line says how much is left out."""
    if len(lines) <= count:
        return lines
    return [*lines[: count - 1], labels.more.format(count=len(lines) - count + 1)]


def _result(pen: Pen, place: Box, sheet: ScoreSheet, labels: Labels) -> None:
    """Draw the result in a box, and the ways it can be decided."""
    label = pen.text(place.left, place.top + 14, labels.result, 10, True)
    x = place.left + max(label + 6, 44)
    pen.box(x, place.top, 120, 19, RULE)
    blanks.entry(pen, x + 5, place.top + 13.5, 112, 16, sheet.result)
    at = place.left + 190
    if sheet.decided:
        blanks.ticks(
            pen, at, place.top + 2, place.width - 190, 15.0, labels.decided_by, sheet.decided, sheet.decided_by
        )
    else:
        label = pen.text(at, place.top + 14, labels.decided_by, 10)
        pen.line(at + label + 6, place.top + 17, place.right, place.top + 17, HAIR)


def _rows_of_signers(sheet: ScoreSheet) -> int:
    """In how many rows the players and the judge sign."""
    return -(-(len(sheet.seats) + 1) // _MOST_SIGNERS)


def _signatures(pen: Pen, place: Box, sheet: ScoreSheet, labels: Labels) -> None:
    """Draw a line with a box "under protest" for each player, ticked where one protested, and a line for the judge."""
    signers = [*((seat.name or labels.player, seat) for seat in sheet.seats), (labels.judge, None)]
    abreast = -(-len(signers) // _rows_of_signers(sheet))
    width = (place.width + 14) / abreast
    for number, (name, seat) in enumerate(signers):
        row, column = divmod(number, abreast)
        x, line = place.left + column * width, place.top + 21 + row * _SIGN
        pen.line(x, line, x + width - 14, line)
        laid = fit(name, width - 14, 23, 10, 10)
        pen.laid(x, line + 1, width - 14, laid)
        if seat is not None:
            protests = bool(seat.number) and seat.number in sheet.protesting
            blanks.tick(pen, x, line + laid.height + 11, labels.under_protest, protests)
