"""The fallback pack: enough to finish a round on paper when everything else is dark.

One PDF: the tables, the players with their counts, one page of codes, and last the slips, so that they can be
taken off the pile and cut.
"""

from judging.paper.codes import code_pages
from judging.paper.listing import GAP, Column, Listing, ListRow, listing_pages, taken
from judging.paper.pages import Page, content_box, printed
from judging.paper.pairings_by_name import list_place
from judging.paper.pairings_by_table import by_table_pages
from judging.paper.slips import slips_pages
from judging.paper.text_lines import text_width
from judging.paper.values import FallbackPack, PlayerCount
from judging.paper.words import ENGLISH, Words

_SIZE = 10.5
_WIDEST = 80.0


def fallback_pack(pack: FallbackPack, words: Words = ENGLISH) -> bytes:
    """The pack as a PDF, its parts bookmarked and its pages numbered through."""
    pages = [
        *by_table_pages(pack.heading, pack.pairings, words),
        *player_pages(pack, words),
        *code_pages(pack.heading, pack.codes, words),
        *slips_pages(pack.slips, words),
    ]
    return printed(pack.heading, pages, words)


def player_pages(pack: FallbackPack, words: Words) -> list[Page]:
    """Everyone by name: table, points, record, penalties so far."""
    players = sorted(pack.players, key=lambda player: list_place(player.sort or player.name, player.number))
    values = [_values(player) for player in players]
    titles = (words.number, words.table, words.points, words.record)
    narrow = [_narrow(title, [row[number] for row in values]) for number, title in enumerate(titles)]
    free = content_box(pack.heading).width - taken(narrow) - 2 * GAP
    columns = (Column(words.player, free * 0.5, size=12.0), *narrow, Column(words.penalties, free * 0.5, size=_SIZE))
    rows = tuple(
        ListRow((player.name, *row, player.penalties), player.note) for player, row in zip(players, values, strict=True)
    )
    return listing_pages(pack.heading, Listing(words.players, columns, rows), words)


def _values(player: PlayerCount) -> tuple[str, str, str, str]:
    return (player.number, "" if player.table is None else str(player.table), player.points, player.record)


def _narrow(title: str, values: list[str]) -> Column:
    widest = max([text_width(title) * 10, *(text_width(value) * _SIZE for value in values)])
    return Column(title, min(widest, _WIDEST) + 0.1, "right", size=_SIZE)
