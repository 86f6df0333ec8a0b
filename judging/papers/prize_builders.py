"""The printed list of prizes, with a line to sign for each."""

from __future__ import annotations

from django.utils.translation import gettext as _

from judging import paper
from judging.papers.queries import PaperTerms, heading, name_on
from matches.errors import Refused
from matches.final.prize_queries import winners_so_far
from matches.models import Event
from matches.prizes.labels import how_text, left_text, places_text, share_text


def prize_sheet(event: Event, terms: PaperTerms) -> paper.PrizeSheet:
    """Who wins what. Raises Refused without prizes, or before anything was played."""
    winners = winners_so_far(event)
    if winners is None:
        raise Refused("no_prizes", _("Enter the prizes first. The list is available once a round is closed."))
    table = winners.table
    return paper.PrizeSheet(
        heading=heading(event, None, terms),
        note=_("Provisional: as if the event ended with the last closed round.") if winners.provisional else "",
        rows=tuple(
            paper.PrizeLine(
                place=places_text(share.first, share.last),
                category=share.category,
                name=name_on(event, winners.entries[share.player], posted=False),
                prize=share_text(share, table),
                how=how_text(share),
            )
            for share in winners.awards.shares
        ),
        closing=tuple(left_text(winners.awards, table)),
    )
