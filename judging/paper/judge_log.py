"""The judges' log of an event or of one player. Corrected entries are struck through, not left out."""

from judging.paper.label_set import ENGLISH, Labels
from judging.paper.listing import GAP, Column, Listing, ListRow, listing_pages
from judging.paper.pages import Page, content_box, printed
from judging.paper.text.lines import text_width
from judging.paper.values import LogEntry, LogSheet

_WIDEST = 90.0
_SHARES = {"player": 0.24, "matter": 0.30, "outcome": 0.20, "judge": 0.16, "source": 0.10}


def judge_log(sheet: LogSheet, labels: Labels = ENGLISH) -> bytes:
    """The log as a PDF, with the entries in the given order."""
    return printed(sheet.heading, judge_log_pages(sheet, labels), labels)


def judge_log_pages(sheet: LogSheet, labels: Labels) -> list[Page]:
    """The pages of the log, in landscape."""
    space = content_box(sheet.heading, landscape=True)
    narrow = tuple(
        Column(
            title,
            min(_WIDEST, max([text_width(title) * 10, *(text_width(value) * 10 for value in values)])) + 0.1,
            size=10.0,
        )
        for title, values in (
            (labels.number, [entry.number for entry in sheet.entries]),
            (labels.when, [entry.when for entry in sheet.entries]),
            (labels.where, [entry.where for entry in sheet.entries]),
        )
    )
    free = space.width - sum(column.width for column in narrow) - GAP * 7
    columns = (
        *narrow,
        Column(labels.player, free * _SHARES["player"], bold=True),
        Column(labels.matter, free * _SHARES["matter"], size=10.5),
        Column(labels.outcome, free * _SHARES["outcome"], bold=True, size=10.5),
        Column(labels.judge, free * _SHARES["judge"], size=10.5),
        Column(labels.source, free * _SHARES["source"], size=10.5),
    )
    title = labels.log_of.format(subject=sheet.subject) if sheet.subject else labels.log
    rows = tuple(_row(entry) for entry in sheet.entries)
    closing = (labels.entries.format(count=len(rows)),) if rows else ()
    return listing_pages(sheet.heading, Listing(title, columns, rows, closing, landscape=True), labels)


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
