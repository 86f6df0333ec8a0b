"""Matches that everybody can watch, as a wall shows them: what each player has and the cards that lie open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from matches.models import Event, Match
from matches.pages.components import ClockShown, MatchShown
from matches.plugins import registry
from rules_engine.deck.faces import DOWN
from rules_engine.record import SEATS
from rules_engine.table import View
from rules_engine.views.drawing import card, felt, owned_texts
from rules_engine.views.drawn import DrawnCard, DrawnEntry, DrawnSeat, DrawnSpace
from rules_engine.views.translation import translated

LONGEST_BESIDE = 24
"""With a longer name the two players stand below each other."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """Cards that lie open, and what they are, where that is not clear."""

    label: str
    cards: Sequence[DrawnCard]


@dataclass(frozen=True, slots=True)
class WatchedSeat:
    """A player at the table: what they have, how many cards they hold, and the cards before them. ``letter`` is by
    which a board names their pieces.
    """

    name: str
    has: str
    acts: bool
    held: int
    notes: Sequence[str]
    rows: Sequence[CardRow]
    letter: str


@dataclass(frozen=True, slots=True)
class WatchedMatch:
    """A match at its table: what the game counts first and what lies there to win, a board if there is one, else the
    cards on top of the piles. ``clock`` is that of a table with a deadline of its own. ``down`` is a card's back.
    """

    match: MatchShown
    seats: Sequence[WatchedSeat]
    counts: Sequence[DrawnEntry]
    marks: Sequence[str]
    fallen: Sequence[CardRow]
    board: Sequence[Sequence[DrawnSpace]]
    clock: ClockShown | None
    down: DrawnCard

    @property
    def many(self) -> bool:
        """Whether there are more than two players."""
        return len(self.seats) > 2

    @property
    def long(self) -> bool:
        """Whether a name is too long to stand beside the other player's."""
        return any(len(seat.name) > LONGEST_BESIDE for seat in self.seats)


def views_of(event: Event, playing: Sequence[Match]) -> dict[int, View]:
    """The tables that everybody can watch, among those of matches that are being played, by the match's id."""
    views: dict[int, View] = {}
    for source in registry.watched_views if event.shows_live and playing else ():
        views.update(source(event, playing))
    return views


def watched_match(line: MatchShown, view: View, clock: ClockShown | None) -> WatchedMatch:
    """A match with its table."""
    table = felt(view, {letter: seat.name for letter, seat in zip(SEATS, line.seats, strict=False)}).table
    owned = owned_texts(view)
    acting = view.to_move if not view.turn_over else None
    return WatchedMatch(
        match=line,
        seats=[_seat(seat, view, owned, acting) for seat in table.seats],
        counts=[*table.counters[:1], *_stakes(table.totals, view)],
        marks=[mark.label for mark in table.marks if mark.on == "yes"],
        fallen=[] if table.board else list(_on_top(view)),
        board=table.board,
        clock=clock,
        down=card(DOWN),
    )


def _seat(seat: DrawnSeat, view: View, owned: Mapping[str, str], acting: str | None) -> WatchedSeat:
    """A player; of many at a table no counts, but what each is in the round."""
    notes = [note.text for note in seat.notes if note.text]
    if len(view.seats) > 2:
        notes = [translated(label.text) for label in view.labels if label.seat == seat.seat]
    has_board = any(pile.row is not None for pile in view.piles)
    lying = [row for row in seat.rows if not row.is_hand]
    return WatchedSeat(
        name=seat.name,
        has=owned.get(seat.seat, ""),
        acts=seat.seat == acting,
        held=next((len(hand.cards) for hand in view.hands if hand.seat == seat.seat), 0),
        notes=[note for note in notes if note],
        rows=[CardRow(row.label if len(lying) > 1 else "", row.cards) for row in lying if row.cards],
        letter=seat.seat if has_board else "",
    )


def _stakes(totals: Iterable[DrawnEntry], view: View) -> list[DrawnEntry]:
    """What lies in the middle for anybody to win; how many cards the piles have is for those at the table."""
    middle = {bank.key for bank in view.banks if bank.seat is None}
    return [entry for entry in totals if entry.place in middle]


def _on_top(view: View) -> Iterator[CardRow]:
    """The card that lies open on each pile of the whole table."""
    for pile in view.piles:
        if pile.seat is None and pile.row is None and pile.cards:
            yield CardRow(translated(pile.label), [card(pile.cards[-1].token)])


def with_banks(line: MatchShown, view: View | None) -> MatchShown:
    """A match with what its players have, as far as everybody can watch it."""
    if view is None:
        return line
    owned = owned_texts(view)
    seats = [replace(seat, has=owned.get(letter, "")) for letter, seat in zip(SEATS, line.seats, strict=False)]
    return replace(line, seats=seats)
