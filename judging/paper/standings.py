"""Printed standings."""

from judging.paper.label_set import ENGLISH, Labels
from judging.paper.listing import GAP, Column, Listing, ListRow, listing_pages, taken
from judging.paper.pages import Page, content_box, printed
from judging.paper.text.lines import text_width
from judging.paper.values import StandingsSheet

_SIZE = 11.0
_LEAST_NAME = 130.0
_WIDEST_TITLE, _WIDEST = 64.0, 100.0


def standings(sheet: StandingsSheet, labels: Labels = ENGLISH) -> bytes:
    """The standings as a PDF: rank, name, points, record, and the tie-breaks in order."""
    return printed(sheet.heading, standings_pages(sheet, labels), labels)


def standings_pages(sheet: StandingsSheet, labels: Labels) -> list[Page]:
    """The pages of the standings; in landscape if many tie-breaks leave too little room for names."""
    rank = _column(labels.rank, [row.rank for row in sheet.rows], bold=True)
    points = [row.points for row in sheet.rows]
    others = [_column(labels.points, points, bold=True)] if any(points) or not points else []
    records = [row.record for row in sheet.rows]
    if any(records):
        others.append(_column(labels.record, records))
    for number, title in enumerate(sheet.columns):
        others.append(_column(title, [row.values[number] for row in sheet.rows]))
    rest = taken([rank, *others]) + GAP
    landscape = content_box(sheet.heading).width - rest < _LEAST_NAME
    names = max(content_box(sheet.heading, landscape=landscape).width - rest, 60.0)
    columns = (rank, Column(labels.player, names, size=12.0), *others)
    rows = tuple(
        ListRow(
            (
                row.rank,
                f"{row.name} ({row.note})" if row.note else row.name,
                *([row.points] if any(points) else []),
                *([row.record] if any(records) else []),
                *row.values,
            ),
            heavy=place == sheet.cut_after,
        )
        for place, row in enumerate(sheet.rows, start=1)
    )
    return listing_pages(
        sheet.heading, Listing(sheet.title or labels.standings, columns, rows, sheet.legend, landscape), labels
    )


def _column(title: str, values: list[str], bold: bool = False) -> Column:
    """A column as wide as its widest value and, within limits, its title."""
    widest = max((text_width(value, bold) * _SIZE for value in values), default=0.0)
    titled = max((text_width(word) * 10 for word in title.split()), default=0.0)
    return Column(title, max(min(widest, _WIDEST), min(titled, _WIDEST_TITLE)) + 0.1, "right", bold, _SIZE)
