"""Prizes in words: the table, what a player wins, and what is wrong with a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.prizes.amounts import amount_text
from matches.prizes.sharing import Awards, Left, Share
from matches.prizes.table import (
    LAST_PLACE,
    LONGEST_CATEGORY,
    LONGEST_TEXT,
    MOST_CATEGORIES,
    MOST_LINES,
    Equal,
    OnePrize,
    Prize,
    PrizeTable,
    Wrong,
)

EQUAL_LABELS = {
    Equal.DIVIDE: gettext_lazy("Add up the money for their places and split it"),
    Equal.LOT: gettext_lazy("Decide by lot"),
    Equal.RANKING: gettext_lazy("Follow the order of the final standings"),
}
ONE_PRIZE_LABELS = {
    OnePrize.NO: gettext_lazy("A player can win several prizes"),
    OnePrize.EVENT: gettext_lazy("One prize per player"),
    OnePrize.HALL_DAY: gettext_lazy("One prize per player at all events of the hall day"),
}


class PrizeRow(NamedTuple):
    """A line of the table as everyone sees it; ``category`` is "" for the places of the event."""

    category: str
    places: str
    prize: str


def prize_rows(table: PrizeTable) -> list[PrizeRow]:
    """The table by place, then by category, each with the places that the category has."""
    order = {name: number for number, name in enumerate(("", *table.categories))}
    prizes = sorted(table.prizes, key=lambda prize: (order[prize.category], prize.first))
    return [
        PrizeRow(prize.category, places_text(prize.first, prize.last), prize_text(prize, table)) for prize in prizes
    ]


def places_text(first: int, last: int) -> str:
    """``3``, or ``5–8``."""
    return str(first) if first == last else f"{first}–{last}"


def prize_text(prize: Prize, table: PrizeTable) -> str:
    """``€500``; of several places ``€100 each``."""
    if prize.text:
        return prize.text
    amount = amount_text(prize.units, table.currency)
    return amount if prize.first == prize.last else _("%(amount)s each") % {"amount": amount}


def total_text(table: PrizeTable) -> str:
    """All the money of the table; "" without any."""
    return amount_text(table.total, table.currency) if table.total else ""


def share_text(share: Share, table: PrizeTable) -> str:
    """What a player wins: ``€500, Trophy``."""
    money = [amount_text(share.units, table.currency)] if share.units else []
    return ", ".join([*money, *(table.prizes[line].text for line in share.things)])


def shares_text(shares: Iterable[Share], table: PrizeTable) -> str:
    """All that a player wins: ``€500, Trophy; Under 16: €50``."""
    return "; ".join(
        _("%(category)s: %(prize)s") % {"category": share.category, "prize": share_text(share, table)}
        if share.category
        else share_text(share, table)
        for share in shares
    )


def how_text(share: Share) -> str:
    """How an equal place was settled; "" for a prize of one's own place."""
    places = {"places": places_text(share.first, share.last)}
    if share.divided:
        return _("Places %(places)s split") % places
    return _("Places %(places)s, by lot") % places if share.by_lot else ""


def left_text(awards: Awards, table: PrizeTable) -> list[str]:
    """The prizes that nobody wins, one sentence each."""
    return [_left_text(one, table) for one in awards.left]


def _left_text(left: Left, table: PrizeTable) -> str:
    prize = table.prizes[left.line]
    values = {
        "category": prize.category,
        "places": places_text(left.first, left.last),
        "prize": prize_text(msgspec.structs.replace(prize, first=left.first, last=left.last), table),
    }
    if not prize.category:
        return _("Nobody is in place %(places)s: %(prize)s") % values
    return _("Nobody is left for %(category)s, place %(places)s: %(prize)s") % values


def wrong_text(wrong: Wrong) -> str:
    """What is wrong with a line, and what to do."""
    return WRONG[wrong.code]() % {
        "line": wrong.line,
        "text": wrong.text,
        "most": LONGEST_TEXT,
        "category": LONGEST_CATEGORY,
        "lines": MOST_LINES,
        "categories": MOST_CATEGORIES,
        "last": LAST_PLACE,
    }


WRONG = {
    "shape": lambda: _("Line %(line)d: write a place, a colon and a prize, such as 1: €500 or 3-4: Booster box."),
    "places": lambda: _("Line %(line)d: enter places from 1 to %(last)d, the lower one first."),
    "text": lambda: _("Line %(line)d: use at most %(most)d characters for the prize."),
    "category": lambda: _("Line %(line)d: use at most %(category)d characters for the category, and no semicolon."),
    "currency": lambda: _("Line %(line)d: all money at an event must be in one currency, here %(text)s."),
    "amount": lambda: _("Line %(line)d: write money as 500, 12.50, €500 or 500 EUR."),
    "twice": lambda: _("Line %(line)d: place %(text)s already has money in a line above."),
    "many": lambda: _("Line %(line)d: a table has at most %(lines)d lines."),
    "categories": lambda: _("Line %(line)d: a table has at most %(categories)d categories."),
}
