"""Pairings by name: two columns with large table numbers, so that forty people can read one sheet on a wall."""

from collections.abc import Sequence
from typing import NamedTuple

from judging.paper.label_set import ENGLISH, Labels
from judging.paper.pages import Box, Page, content_box, printed
from judging.paper.pen import HAIR, Pen
from judging.paper.text.fitting import Laid, grow
from judging.paper.values import Heading, PairingsSheet, PrintedPairing
from matches.names.display import plain

_GUTTER = 24.0
_NUMBER = 62.0
_ROW = 34.0
_PADDING = 6.0


def pairings_by_name(sheet: PairingsSheet, labels: Labels = ENGLISH) -> bytes:
    """All players by name with their tables, in two columns, as a PDF."""
    return printed(sheet.heading, by_name_pages(sheet.heading, sheet.pairings, labels, sheet.letters), labels)


def by_name_pages(
    heading: Heading, pairings: Sequence[PrintedPairing], labels: Labels, letters: tuple[str, str] | None = None
) -> list[Page]:
    """The pages of the list by name; it fills the left column first, then the right one."""
    space = content_box(heading)
    column = (space.width - _GUTTER) / 2
    columns: list[list[_Entry]] = [[]]
    left = space.height
    for entry in _entries(pairings, column - _NUMBER - 6, labels, letters):
        if entry.height > left and columns[-1]:
            columns.append([])
            left = space.height
        columns[-1].append(entry)
        left -= entry.height
    halves = [columns[first : first + 2] for first in range(0, len(columns), 2)]
    title = f"{labels.pairings_by_name}, {'–'.join(letters).upper()}" if letters else labels.pairings_by_name
    return [Page(title, _NamesPage(half, column, labels)) for half in halves]


def in_letters(name: str, letters: tuple[str, str] | None) -> bool:
    """Whether a name belongs on the sheet of these letters.

    What sorts before A is on the sheet that begins with A, what sorts after Z on the one that ends with Z.
    """
    if letters is None:
        return True
    first, last = (letter.lower() for letter in letters)
    start = plain(name)[:1]
    return (first == "a" or start >= first) and (last == "z" or start <= last)


def list_place(name: str, number: str = "") -> tuple[str, str, str]:
    """The sort key of a player: the name without accents and case, then as written, then the number."""
    return (plain(name), name, number)


class _Entry(NamedTuple):
    """A player's line: the name, the text under it, and the table or the label in its place."""

    name: Laid
    below: Laid | None
    place: str
    seated: bool
    height: float


def _entries(
    pairings: Sequence[PrintedPairing], names: float, labels: Labels, letters: tuple[str, str] | None
) -> list[_Entry]:
    places = [
        (seat, pairing) for pairing in pairings for seat in pairing.seats if in_letters(seat.sort or seat.name, letters)
    ]
    places.sort(key=lambda place: list_place(place[0].sort or place[0].name, place[0].number))
    entries = []
    for seat, pairing in places:
        others = ", ".join(other.name for other in pairing.seats if other is not seat)
        notes = [pairing.note] if len(pairing.seats) > 1 else []  # a bye's stands in place of the table
        against = f"{labels.versus} {others}" if others else ""
        under = " · ".join(part for part in (seat.number, *notes, against, seat.mark) if part)
        name = grow(seat.name, names, 14, 11.5, True)
        below = grow(under, names, 10, 10) if under else None
        height = name.height + (below.height if below else 0.0) + _PADDING
        place = labels.bye if len(pairing.seats) == 1 else "–"
        if pairing.table is not None:
            place = str(pairing.table)
        entries.append(_Entry(name, below, place, pairing.table is not None, max(_ROW, height)))
    return entries


class _NamesPage:
    """Draws one page of two columns."""

    def __init__(self, columns: Sequence[Sequence[_Entry]], column: float, labels: Labels) -> None:
        self.columns = columns
        self.column = column
        self.labels = labels

    def __call__(self, pen: Pen, space: Box) -> None:
        if not self.columns[0]:
            pen.text(space.left, space.top + 20, self.labels.nothing, 12)
        for number, entries in enumerate(self.columns):
            x, y = space.left + number * (self.column + _GUTTER), space.top - 4
            for entry in entries:
                self._entry(pen, x, y, entry)
                y += entry.height
                pen.line(x, y, x + self.column, y, HAIR)

    def _entry(self, pen: Pen, x: float, top: float, entry: _Entry) -> None:
        size, floor = (26.0, 14.0) if entry.seated else (14.0, 10.0)
        at = x + self.column - _NUMBER
        pen.fitted(at, top, _NUMBER, entry.height, entry.place, size, True, "right", floor)
        height = entry.name.height + (entry.below.height if entry.below else 0.0)
        y = top + (entry.height - height) / 2
        pen.laid(x, y, self.column - _NUMBER, entry.name)
        if entry.below:
            pen.laid(x, y + entry.name.height, self.column - _NUMBER, entry.below)
