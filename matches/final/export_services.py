"""Who wins which prize, as a file."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.export_plugins import CSV, Export, ExportFormat, ExportRequest
from matches.final.prize_labels import winner_rows
from matches.final.prize_queries import winners_so_far
from matches.models import Event
from matches.permissions import can_see_desk
from matches.prizes.amounts import amount_number
from matches.spreadsheet import csv_bytes


def prizes_file(event: Event, request: ExportRequest, format_: ExportFormat) -> bytes:
    """One line for each prize, with the money of it as a number."""
    header = [_("Place"), _("Category"), _("Number"), _("Name"), _("Amount"), _("Currency"), _("Prize"), _("How")]
    winners = winners_so_far(event)
    if winners is None:
        return csv_bytes(header, [])
    rows = [
        [
            row.place,
            row.category,
            str(row.number),
            row.name,
            amount_number(share.units, winners.table.currency) if share.units else "",
            winners.table.currency if share.units else "",
            row.prize,
            row.how,
        ]
        for row, share in zip(winner_rows(winners, staff=True), winners.awards.shares, strict=True)
    ]
    return csv_bytes(header, rows)


PRIZES = Export(
    key="prizes",
    label=gettext_lazy("Prizes"),
    formats=(CSV,),
    may_export=can_see_desk,
    build=prizes_file,
)
