"""A record that cannot be read, as a page shows it: every place with its line and a marker."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from rules_engine import games
from rules_engine.record import RecordError, UnreadablePlace
from rules_engine.record.marking import Spot, marked
from rules_engine.record.reading import head_naming

MOST = 200


class MarkedPlace(NamedTuple):
    """A place, and the two lines that show it: the record's own and the marker under it; empty without a place."""

    place: UnreadablePlace
    line: str
    marker: str


class UnreadableContext(TypedDict):
    """The places that fit on a page, how many there are and how many of them are not listed.

    ``other_game`` says whose record it is, if it can be read as another game's; ``other_head`` is what its head needs.
    """

    places: list[MarkedPlace]
    place_count: int
    more_places: int
    other_game: str
    other_head: str


def unreadable_context(text: str | None, error: RecordError) -> UnreadableContext:
    """Every place of a record that cannot be read."""
    lines = [] if text is None else text.split("\n")
    marked_places = [_marked_place(place, lines) for place in error.places[:MOST]]
    other = None if text is None else games.other_game_of(text)
    return {
        "places": marked_places,
        "place_count": len(error.places),
        "more_places": max(len(error.places) - MOST, 0),
        "other_game": other.name if other is not None else "",
        "other_head": head_naming(other.key, text) if text is not None and other is not None else "",
    }


def _marked_place(place: UnreadablePlace, lines: list[str]) -> MarkedPlace:
    if not 0 < place.line <= len(lines):
        return MarkedPlace(place, "", "")
    return MarkedPlace(place, *marked(lines, Spot(place.line, place.column, len(place.token))))
