"""The fallback pack: enough to finish a round on paper if the tool or the power fails.

One PDF with the tables, the players with their points and penalties, a page of codes and the slips, which come last
so that they can be taken off the pile and cut.
"""

from judging.paper.codes import code_pages
from judging.paper.label_set import ENGLISH, Labels
from judging.paper.listing import GAP, Column, Listing, ListRow, listing_pages, taken
from judging.paper.pages import Page, content_box, printed
from judging.paper.pairings_by_name import list_place
from judging.paper.pairings_by_table import by_table_pages
from judging.paper.slips import slips_pages
from judging.paper.text.lines import text_width
from judging.paper.values import FallbackPack, PlayerCount

_SIZE = 10.5
_WIDEST = 80.0


def fallback_pack(pack: FallbackPack, labels: Labels = ENGLISH) -> bytes:
    """The pack as a PDF, with a bookmark for each part and continuous page numbers."""
    pages = [
        *by_table_pages(pack.heading, pack.pairings, labels),
        *player_pages(pack, labels),
        *code_pages(pack.heading, pack.codes, labels),
        *slips_pages(pack.slips, labels),
    ]
    return printed(pack.heading, pages, labels)


def player_pages(pack: FallbackPack, labels: Labels) -> list[Page]:
    """All players by name with table, points, record and penalties so far."""
    players = sorted(pack.players, key=lambda player: list_place(player.sort or player.name, player.number))
    values = [_values(player) for player in players]
    titles = (labels.number, labels.table, labels.points, labels.record)
    narrow = [_narrow(title, [row[number] for row in values]) for number, title in enumerate(titles)]
    free = content_box(pack.heading).width - taken(narrow) - 2 * GAP
    columns = (Column(labels.player, free * 0.5, size=12.0), *narrow, Column(labels.penalties, free * 0.5, size=_SIZE))
    rows = tuple(
        ListRow((player.name, *row, player.penalties), player.note) for player, row in zip(players, values, strict=True)
    )
    return listing_pages(pack.heading, Listing(labels.players, columns, rows), labels)


def _values(player: PlayerCount) -> tuple[str, str, str, str]:
    return (player.number, "" if player.table is None else str(player.table), player.points, player.record)


def _narrow(title: str, values: list[str]) -> Column:
    widest = max([text_width(title) * 10, *(text_width(value) * _SIZE for value in values)])
    return Column(title, min(widest, _WIDEST) + 0.1, "right", size=_SIZE)
