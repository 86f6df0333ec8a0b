"""How long the paperwork takes, compared with bare reportlab drawing the same number of strings.

    python -m benchmarks.paper

The peer draws as many strings, of the same length, at a fixed size with a built-in font and nothing else: no fitting,
no fonts chosen by script, no QR codes, no lines. The ratio shows what all of that costs.
"""

import io
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from reportlab.pdfgen.canvas import Canvas

from judging.paper import (
    Heading,
    PairingsSheet,
    PrintedColumn,
    PrintedPairing,
    PrintedRound,
    PrintedSeat,
    ScoreSheet,
    ScoreSheets,
    Slip,
    SlipsSheet,
    pairings_by_name,
    pairings_by_table,
    score_sheets,
    slips,
)
from judging.paper.label_set import ENGLISH
from judging.paper.pages import Page, new_pen, printed
from judging.paper.pairings_by_name import by_name_pages
from judging.paper.pairings_by_table import by_table_pages
from judging.paper.score_sheets import score_sheet_pages
from judging.paper.slips import slips_pages

TABLES = 1000
SHEETS = 100
NAMES = (
    "Ana Conde",
    "Bartholomew Featherstonehaugh",
    "Zoë Łukasiewicz",
    "محمد العتيبي",
    "山田 太郎",
    "김민준",
    "Иван Петров",
)
HEADING = Heading(event="Spring Open 2026", round="Round 5 of 7", printed_at=datetime(2026, 3, 14, 15, 32, tzinfo=UTC))
COLUMNS = tuple(PrintedColumn(title) for title in ("Loot", "Bank", "Jokers used", "Countered"))
DECIDED = ("Played", "Time", "Concession", "Penalty", "No-show", "Draw agreed")


class MeasuredDocument(NamedTuple):
    """A document to print: ``pieces`` is how many sheets or lists it holds, ``target`` the milliseconds for each."""

    name: str
    make: Callable[[], bytes]
    pages: Callable[[], list[Page]]
    pieces: int
    target: float


def seat(number: int) -> PrintedSeat:
    """A player whose name occurs once; two names in seven need another font."""
    return PrintedSeat(name=f"{NAMES[number % len(NAMES)]} {number}", points=str(number % 16), record="3-1-0")


def pairings_to_print() -> tuple[PrintedPairing, ...]:
    """The pairings of a round with ``TABLES`` tables."""
    return tuple(PrintedPairing(table=t + 1, seats=(seat(2 * t), seat(2 * t + 1))) for t in range(TABLES))


def slips_to_print(pairings: tuple[PrintedPairing, ...]) -> tuple[Slip, ...]:
    """A match slip for each pairing."""
    return tuple(
        Slip(table=p.table, seats=p.seats, code=f"K7F-{p.table:04d}", link=f"https://open.example/e/1/m/K{p.table:06d}")
        for p in pairings
    )


def sheets_to_print(match_slips: tuple[Slip, ...]) -> tuple[ScoreSheet, ...]:
    """A score sheet for each slip's table."""
    rounds = tuple(PrintedRound(label=label) for label in ("Round 1", "Round 2", "Round 3", "Sudden Death"))
    return tuple(
        ScoreSheet(table=s.table, seats=s.seats, game_rounds=rounds, decided=DECIDED, code="K7F-2QD", link=s.link)
        for s in match_slips
    )


def measured_documents() -> list[MeasuredDocument]:
    """The documents to measure, with the targets of the design for 1,000 tables and for one sheet."""
    pairings = pairings_to_print()
    match_slips = slips_to_print(pairings)
    sheets = sheets_to_print(match_slips[:SHEETS])
    lists = PairingsSheet(heading=HEADING, pairings=pairings)
    cut = SlipsSheet(heading=HEADING, slips=match_slips, fields=("Rounds won",), decided=DECIDED)
    scored = ScoreSheets(heading=HEADING, sheets=sheets, columns=COLUMNS)
    one = ScoreSheets(heading=HEADING, sheets=sheets[:1], columns=COLUMNS)
    rows: list[tuple[str, Callable[[], bytes], Callable[[], list[Page]], int, float]] = [
        ("score sheet, one", lambda: score_sheets(one), lambda: score_sheet_pages(one, ENGLISH), 1, 50),
        (f"slips, {TABLES:,} tables", lambda: slips(cut), lambda: slips_pages(cut, ENGLISH), 1, 10_000),
        (
            f"score sheets, each of {SHEETS}",
            lambda: score_sheets(scored),
            lambda: score_sheet_pages(scored, ENGLISH),
            SHEETS,
            50,
        ),
        (
            f"pairings by table, {TABLES:,}",
            lambda: pairings_by_table(lists),
            lambda: by_table_pages(HEADING, pairings, ENGLISH),
            1,
            10_000,
        ),
        (
            f"pairings by name, {2 * TABLES:,}",
            lambda: pairings_by_name(lists),
            lambda: by_name_pages(HEADING, pairings, ENGLISH),
            1,
            10_000,
        ),
    ]
    return [MeasuredDocument(*row) for row in rows]


def strings(pages: list[Page]) -> list[tuple[int, float, float, str]]:
    """Every string that the document draws: its page, its position, and plain letters of the same number."""
    pen = new_pen(HEADING, keep_marks=True)
    printed(HEADING, pages, ENGLISH, pen)
    return [(mark.page, mark.left, mark.top, "n" * len(mark.text)) for mark in pen.marks or [] if mark.text]


def bare(drawn: list[tuple[int, float, float, str]]) -> bytes:
    """Draw the same number of strings with reportlab alone; returns the PDF."""
    canvas = Canvas(io.BytesIO(), pageCompression=1, invariant=1)
    page = 1
    canvas.setFont("Helvetica", 10)
    for number, x, y, text in drawn:
        if number != page:
            canvas.showPage()
            canvas.setFont("Helvetica", 10)
            page = number
        canvas.drawString(x, y, text)
    data: bytes = canvas.getpdfdata()
    return data


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of CPU time for one run, so that other work on the machine does not count."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def main() -> None:
    """Print the table. Cold is the first run, which for the first document includes reading the fonts from disk."""
    print(
        f"{'document':28} {'cold ms':>9} {'warm ms':>9} {'target':>8} {'bare ms':>9} {'ratio':>6} {'strings':>8}   KiB"
    )
    for document in measured_documents():
        cold = timed(document.make) / document.pieces
        warm = min(timed(document.make) for _ in range(2)) / document.pieces
        drawn = strings(document.pages())
        plain = min(timed(partial(bare, drawn)) for _ in range(2)) / document.pieces
        size = len(document.make()) / 1024
        print(
            f"{document.name:28} {cold:9.1f} {warm:9.1f} {document.target:8.0f} {plain:9.1f} {cold / plain:6.1f} "
            f"{len(drawn):8d} {size:5.0f}{'' if cold <= document.target else '   over the target'}"
        )


if __name__ == "__main__":
    main()
