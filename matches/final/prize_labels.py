"""Who wins which prize, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import ngettext

from matches.final.prize_queries import PrizeWinners
from matches.people.labels.names import name_of
from matches.prizes.labels import how_text, places_text, share_text
from matches.prizes.sharing import Share


def changed_text(before: Mapping[int, object], after: Mapping[int, object]) -> str:
    """For how many players a correction has changed the prizes (``prizes_held``), and what to do; empty for none."""
    if not after:
        return ""
    count = sum(before.get(number) != after.get(number) for number in {*before, *after})
    text = ngettext(
        "What %(n)d player wins has changed: print the prizes again.",
        "What %(n)d players win has changed: print the prizes again.",
        count,
    )
    return text % {"n": count} if count else ""


@dataclass(frozen=True, slots=True)
class WinnerRow:
    """What one player wins: by place, or in a category; ``how`` says how an equal place was settled."""

    place: str
    category: str
    number: int
    name: str
    prize: str
    how: str


def winner_rows(winners: PrizeWinners, *, staff: bool) -> list[WinnerRow]:
    """Everyone who wins, by place, then by category."""
    return [_row(winners, share, staff=staff) for share in winners.awards.shares]


def _row(winners: PrizeWinners, share: Share, *, staff: bool) -> WinnerRow:
    entry = winners.entries[share.player]
    return WinnerRow(
        place=places_text(share.first, share.last),
        category=share.category,
        number=share.player,
        name=name_of(entry, staff=staff, event=winners.event),
        prize=share_text(share, winners.table),
        how=how_text(share),
    )
