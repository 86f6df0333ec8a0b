"""Score sheets: the record of one match, A5 landscape, two a page.

Upper and lower halves are in stack-cut order: cut once, and the two piles together are in table order.
"""

from collections.abc import Sequence
from typing import NamedTuple

from judging.paper import blanks
from judging.paper.fitting import fit
from judging.paper.pages import MARGIN, Box, Page, printed
from judging.paper.pen import HAIR, RULE, Pen
from judging.paper.score_grid import Columns, draw_grid
from judging.paper.stacks import stack_cut
from judging.paper.values import Heading, ScoreSheet, ScoreSheets, Written
from judging.paper.words import ENGLISH, Words

_HEAD = 64.0
_QR = 50.0
_SIGN = 56.0
_LINE = 16.0


def score_sheets(sheet: ScoreSheets, words: Words = ENGLISH) -> bytes:
    """The score sheets as a PDF."""
    return printed(sheet.heading, score_sheet_pages(sheet, words), words)


def score_sheet_pages(sheets: ScoreSheets, words: Words) -> list[Page]:
    """The pages of score sheets, two to each."""
    ordered = sorted(sheets.sheets, key=lambda sheet: (sheet.table is None, sheet.table or 0))
    pages = stack_cut(ordered, 2) or [[]]
    return [Page(words.score_sheets, _ScoreSheetsPage(page, sheets, words), "foot") for page in pages]


class _ScoreSheetStyle(NamedTuple):
    """What all sheets of a print have in common."""

    heading: Heading
    words: Words
    columns: Columns


class _ScoreSheetsPage:
    """Draws one page of two halves."""

    def __init__(self, page: Sequence[ScoreSheet | None], sheets: ScoreSheets, words: Words) -> None:
        columns = Columns(sheets.columns, words.round, words.winner, sheets.total_label or words.total)
        self.page = page
        self.style = _ScoreSheetStyle(sheets.heading, words, columns)

    def __call__(self, pen: Pen, space: Box) -> None:
        if not any(self.page):
            pen.text(space.left, space.top + 20, self.style.words.nothing, 12)
            return
        middle = pen.height / 2
        height = min(middle - 9 - space.top, space.bottom - middle - 14)
        for top, sheet in zip((space.top, middle + 10), self.page, strict=False):
            if sheet is not None:
                _draw(pen, Box(space.left, top, space.right, top + height), sheet, self.style)
        pen.line(MARGIN / 2, middle, pen.width - MARGIN / 2, middle, HAIR, dashed=True)


def _draw(pen: Pen, place: Box, sheet: ScoreSheet, style: _ScoreSheetStyle) -> None:
    """One sheet from top to bottom: head, grid, rulings and remarks, result, signatures."""
    words = style.words
    head = Box(place.left, place.top, place.right, place.top + _HEAD)
    _head(pen, head, sheet, style)
    ticks = blanks.tick_lines(sheet.decided, place.width - 190, 70.0) if sheet.decided else []
    result_height = max(22.0, 15.0 * len(ticks) + 4)
    free = place.height - _HEAD - _SIGN - result_height - 14
    rulings_height = max(13 + 2 * _LINE, free * 0.27)
    grid = Box(place.left, head.bottom, place.right, head.bottom + free - rulings_height)
    bottom = draw_grid(pen, grid, sheet, style.columns)
    _rulings(pen, Box(place.left, bottom + 6, place.right, place.bottom - _SIGN - result_height - 4), sheet, words)
    top = place.bottom - _SIGN - result_height
    _result(pen, Box(place.left, top, place.right, top + result_height), sheet, words)
    _signatures(pen, Box(place.left, place.bottom - _SIGN, place.right, place.bottom), sheet, words)


def _head(pen: Pen, place: Box, sheet: ScoreSheet, style: _ScoreSheetStyle) -> None:
    """Table, event and round, the four times, and the code."""
    words = style.words
    coded = bool(sheet.link or sheet.code)
    right = place.right - (_QR + 20 if coded else 0.0)
    if coded:
        blanks.code_block(pen, place.right - _QR - 5, place.top - 2, _QR, sheet.link, sheet.code)
    pen.text(place.left, place.top + 9, words.table, 10)
    if sheet.table is None:
        pen.line(place.left, place.top + 38, place.left + 60, place.top + 38)
    else:
        pen.fitted(place.left, place.top + 10, 66, 32, str(sheet.table), 28, True)
    x = place.left + 76
    half = (right - x) * 0.58
    pen.fitted(x, place.top - 3, half, 24, style.heading.event, 12, True)
    beside = " · ".join(part for part in (style.heading.round, words.score_sheet) if part)
    pen.fitted(x + half + 8, place.top - 3, right - x - half - 8, 24, beside, 11, align="right")
    times = (
        (words.started, sheet.started),
        (words.called, sheet.called),
        (words.ended, sheet.ended),
        (words.extension, sheet.extension),
    )
    width = (right - x + 12) / len(times)
    for number, (label, written) in enumerate(times):
        blanks.field(pen, x + number * width, place.top + 24, width - 12, 30, label, written)


def _rulings(pen: Pen, place: Box, sheet: ScoreSheet, words: Words) -> None:
    """Rulings on the left, remarks and appeal on the right, on lines."""
    half = (place.width - 14) / 2
    pen.fitted(place.left, place.top, half, 13, words.rulings, 10)
    pen.fitted(place.left + half + 14, place.top, half, 13, words.remarks, 10)
    count = max(1, int((place.height - 13) // 14))
    pitch = (place.height - 13) / count
    said = fit(sheet.remarks, half, place.height - 14, 10, 10) if sheet.remarks else None
    for number in range(count):
        y = place.top + 13 + (number + 1) * pitch
        pen.line(place.left, y, place.left + half, y, HAIR)
        if not said or y > place.top + 14 + said.height:
            pen.line(place.left + half + 14, y, place.right, y, HAIR)
    for number, ruling in enumerate(_in_lines(sheet.rulings, count, words)):
        blanks.entry(pen, place.left, place.top + 13 + (number + 1) * pitch - 3.5, half, 12, ruling, blanks.LABEL)
    if said:
        pen.laid(place.left + half + 14, place.top + 14, half, said)


def _in_lines(rulings: Sequence[Written], count: int, words: Words) -> Sequence[Written]:
    """The rulings that have a line each; if there are more, the last line says how many."""
    if len(rulings) <= count:
        return rulings
    return (*rulings[: count - 1], Written(words.more.format(count=len(rulings) - count + 1)))


def _result(pen: Pen, place: Box, sheet: ScoreSheet, words: Words) -> None:
    """The result in a box, and how it was decided."""
    label = pen.text(place.left, place.top + 14, words.result, 10, True)
    x = place.left + max(label + 6, 44)
    pen.box(x, place.top, 120, 19, RULE)
    blanks.entry(pen, x + 5, place.top + 13.5, 112, 16, sheet.result)
    at = place.left + 190
    if sheet.decided:
        blanks.ticks(pen, at, place.top + 2, place.width - 190, 15.0, words.decided_by, sheet.decided, sheet.decided_by)
    else:
        label = pen.text(at, place.top + 14, words.decided_by, 10)
        pen.line(at + label + 6, place.top + 17, place.right, place.top + 17, HAIR)


def _signatures(pen: Pen, place: Box, sheet: ScoreSheet, words: Words) -> None:
    """A line for each player, to be ticked "under protest", and one for the judge."""
    signers = [(seat.name or words.player, True) for seat in sheet.seats] + [(words.judge, False)]
    width = (place.width + 14) / len(signers)
    for number, (name, player) in enumerate(signers):
        x, line = place.left + number * width, place.top + 21
        pen.line(x, line, x + width - 14, line)
        laid = fit(name, width - 14, 23, 10, 10)
        pen.laid(x, line + 1, width - 14, laid)
        if player:
            blanks.tick(pen, x, line + laid.height + 11, words.under_protest)
