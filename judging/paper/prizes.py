"""The printed list of prizes."""

from judging.paper.label_set import ENGLISH, Labels
from judging.paper.listing import GAP, Column, Listing, ListRow, listing_pages
from judging.paper.pages import content_box, printed
from judging.paper.values import PrizeLine, PrizeSheet

_PLACE, _PRIZE, _SIGNED = 84.0, 120.0, 130.0


def prizes(sheet: PrizeSheet, labels: Labels = ENGLISH) -> bytes:
    """Who wins what as a PDF, each row with room for a signature."""
    name = content_box(sheet.heading).width - _PLACE - _PRIZE - _SIGNED - 3 * GAP
    columns = (
        Column(labels.place, _PLACE),
        Column(labels.player, name, size=12.0),
        Column(labels.prize, _PRIZE, bold=True),
        Column(labels.signature, _SIGNED),
    )
    rows = tuple(ListRow((_place(row), row.name, row.prize, "\n"), row.how, remark_from=1) for row in sheet.rows)
    closing = (*filter(None, [sheet.note]), *sheet.closing)
    return printed(
        sheet.heading, listing_pages(sheet.heading, Listing(labels.prizes, columns, rows, closing), labels), labels
    )


def _place(row: PrizeLine) -> str:
    if not row.category:
        return row.place
    return row.category if row.place == "1" else f"{row.category}, {row.place}"
