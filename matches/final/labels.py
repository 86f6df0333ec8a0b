"""The end of an event in words: who won, and places that several players share."""

from __future__ import annotations

from django.utils.translation import ngettext

from matches.final.queries import FinalRanking
from matches.names.labels import listed
from matches.pairing.bracket import PlaceRange
from matches.people.labels.names import name_of
from matches.snapshots.labels import lot_text


def winner_names(ranking: FinalRanking, *, staff: bool) -> str:
    """The winner's name, or the names of all who share first place; empty if there is no winner."""
    return listed(name_of(entry, staff=staff, event=ranking.event) for entry in ranking.winners)


def winner_text(ranking: FinalRanking, *, staff: bool) -> str:
    """``Winner: Ada Lovelace``; empty if there is no winner."""
    names = winner_names(ranking, staff=staff)
    if not names:
        return ""
    return ngettext("Winner: %(names)s", "Winners: %(names)s", len(ranking.winners)) % {"names": names}


def first_lot_text(ranking: FinalRanking, *, staff: bool) -> str:
    """Say among whom the lot decided who is first; empty if it did not."""
    return lot_text([name_of(entry, staff=staff, event=ranking.event) for entry in ranking.lot_for_first])


def place_text(place: PlaceRange | None) -> str:
    """``3``, or ``5–8`` for a place that several share; empty without one."""
    if place is None:
        return ""
    return str(place.first) if place.first == place.last else f"{place.first}–{place.last}"
