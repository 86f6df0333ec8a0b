"""A table as a page draws it: plain values for ``rules_engine/_felt.html`` and what it includes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class DrawnCard(NamedTuple):
    """What ``components/card.html`` takes; ``key`` is how the module in the page asks for this card.

    ``face`` is the name of its drawing in the deck, empty for what is no card of the deck.
    """

    key: str
    face: str
    rank: str
    red: bool
    dim: bool
    name: str


class Places(NamedTuple):
    """What stands at each place: texts, cards by their keys, and marks (``yes`` or ``no``) for the style sheet."""

    texts: dict[str, str]
    cards: dict[str, tuple[str, ...]]
    marks: dict[str, str]


@dataclass(frozen=True, slots=True)
class DrawnEntry:
    """A number, a mark or a text at its place; ``on`` is the place's mark, if it has one."""

    place: str
    label: str
    text: str
    on: str


@dataclass(frozen=True, slots=True)
class DrawnNote:
    """A few words before a seat."""

    place: str
    text: str


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """A hand or a row of cards, and what stands in place of cards while there are none."""

    place: str
    label: str
    cards: list[DrawnCard]
    empty_place: str
    empty: str
    is_hand: bool


@dataclass(frozen=True, slots=True)
class DrawnSpace:
    """A space of a board with its cards."""

    place: str
    label: str
    text: str
    on: str
    cards: list[DrawnCard]


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """One player's side of the table."""

    seat: str
    name: str
    on: str
    banks: list[DrawnEntry]
    notes: list[DrawnNote]
    marks: list[DrawnEntry]
    rows: list[DrawnRow]


class Drawing(NamedTuple):
    """Everything that is drawn of one view: the places, and the entries in groups for the template."""

    places: Places
    counters: list[DrawnEntry]
    marks: list[DrawnEntry]
    notes: list[DrawnEntry]
    totals: list[DrawnEntry]
    rows: list[DrawnRow]
    board: list[list[DrawnSpace]]
    seats: list[DrawnSeat]


@dataclass(frozen=True, slots=True)
class Felt:
    """A drawn table for ``rules_engine/_felt.html``; ``over`` is ``yes`` once the turn is."""

    table: Drawing
    over: str
