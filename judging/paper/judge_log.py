"""The judges' log of an event or of one player; what was corrected is struck through, never missing."""

from judging.paper.listing import GAP, Column, Listing, ListRow, listing_pages
from judging.paper.pages import Page, content_box, printed
from judging.paper.text_lines import text_width
from judging.paper.values import LogEntry, LogSheet
from judging.paper.words import ENGLISH, Words

_WIDEST = 90.0
_SHARES = {"player": 0.24, "matter": 0.30, "outcome": 0.20, "judge": 0.16, "source": 0.10}


def judge_log(sheet: LogSheet, words: Words = ENGLISH) -> bytes:
    """The log as a PDF, an entry after the other in the order given."""
    return printed(sheet.heading, judge_log_pages(sheet, words), words)


def judge_log_pages(sheet: LogSheet, words: Words) -> list[Page]:
    """The pages of the log, in landscape."""
    space = content_box(sheet.heading, landscape=True)
    narrow = tuple(
        Column(
            title,
            min(_WIDEST, max([text_width(title) * 10, *(text_width(value) * 10 for value in values)])) + 0.1,
            size=10.0,
        )
        for title, values in (
            (words.number, [entry.number for entry in sheet.entries]),
            (words.when, [entry.when for entry in sheet.entries]),
            (words.where, [entry.where for entry in sheet.entries]),
        )
    )
    free = space.width - sum(column.width for column in narrow) - GAP * 7
    columns = (
        *narrow,
        Column(words.player, free * _SHARES["player"], bold=True),
        Column(words.matter, free * _SHARES["matter"], size=10.5),
        Column(words.outcome, free * _SHARES["outcome"], bold=True, size=10.5),
        Column(words.judge, free * _SHARES["judge"], size=10.5),
        Column(words.source, free * _SHARES["source"], size=10.5),
    )
    title = words.log_of.format(subject=sheet.subject) if sheet.subject else words.log
    rows = tuple(_row(entry) for entry in sheet.entries)
    closing = (words.entries.format(count=len(rows)),) if rows else ()
    return listing_pages(sheet.heading, Listing(title, columns, rows, closing, landscape=True), words)


def _row(entry: LogEntry) -> ListRow:
    remark = " · ".join(part for part in (entry.status, entry.remark) if part)
    values = (
        entry.number,
        entry.when,
        entry.where,
        entry.player,
        entry.matter,
        entry.outcome,
        entry.judge,
        entry.source,
    )
    return ListRow(values, remark, remark_from=3)
