"""A game's view of a table as a page draws it: texts, cards and marks by the place where they stand.

A page draws one view and a module changes it from step to step; both are given the same places. A place is the key of
an entry of the view, followed by ``-`` and the seat for what belongs to a seat: ``deck``, ``bank-A``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules_engine.deck.faces import DOWN, JOKER, RED, face, parts
from rules_engine.table import Bank, Card, Counter, Label, Mark, Pile, View
from rules_engine.text import Text
from rules_engine.units import UNITS
from rules_engine.views.drawn import (
    Drawing,
    DrawnCard,
    DrawnEntry,
    DrawnNote,
    DrawnRow,
    DrawnSeat,
    DrawnSpace,
    Felt,
    Places,
)
from rules_engine.views.translation import translated

_RANKS: dict[str, str | Promise] = {
    "J": gettext_lazy("Jack"),
    "Q": gettext_lazy("Queen"),
    "K": gettext_lazy("King"),
    "A": gettext_lazy("Ace"),
    JOKER: gettext_lazy("Joker"),
    DOWN: gettext_lazy("Face down"),
}
_SUITS: dict[str, str | Promise] = {
    "c": gettext_lazy("{rank} of clubs"),
    "d": gettext_lazy("{rank} of diamonds"),
    "h": gettext_lazy("{rank} of hearts"),
    "s": gettext_lazy("{rank} of spades"),
}
OLD = "~"  # after a card's token: it is of an earlier turn


def place_of(entry: Bank | Counter | Label | Mark | Pile) -> str:
    """The place of an entry of a view."""
    return entry.key if entry.seat is None else f"{entry.key}-{entry.seat}"


def places(view: View) -> Places:
    """What stands at each place of a view."""
    return Places(dict(_texts(view)), dict(_cards(view)), dict(_marks(view)))


def _texts(view: View) -> Iterator[tuple[str, str]]:
    yield "state", translated(view.status)
    for bank in view.banks:
        yield place_of(bank), amount_text(bank.amount, bank.unit)
    for counter in view.counters:
        yield place_of(counter), _counter_text(counter)
    for mark in view.marks:
        yield place_of(mark), translated(mark.label)
    for label in view.labels:
        yield place_of(label), translated(label.text)
    for pile in view.piles:
        if _is_space(pile):
            yield place_of(pile), translated(pile.note)
        elif _is_row(pile):
            yield f"empty-{place_of(pile)}", "" if pile.cards else _("Nothing")
        else:
            yield place_of(pile), str(pile.count)
    for hand in view.hands:
        yield f"empty-hand-{hand.seat}", "" if hand.cards else _("No card")


def _is_row(pile: Pile) -> bool:
    """Whether a pile is drawn card by card in a row before a seat."""
    return pile.seat is not None and pile.row is None


def _is_space(pile: Pile) -> bool:
    """Whether a pile is a space of a board."""
    return pile.row is not None


def _counter_text(counter: Counter) -> str:
    """A counter of the table is its number alone; one of a seat is said in a few words."""
    if counter.text is not None:
        return translated(counter.text)
    number = amount_text(counter.value, counter.unit)
    if counter.seat is None:
        return number
    return _("{label}: {count}").format(label=translated(counter.label), count=number)


def amount_text(amount: int | None, unit: str) -> str:
    """An amount in its unit: ``$1,234``, or the plain number."""
    if amount is None:
        return "?"
    return UNITS[unit].text(amount) if unit in UNITS else str(amount)


def owned_texts(view: View) -> dict[str, str]:
    """What each seat has in its first Bank; empty while nobody can know it."""
    owned: dict[str, str] = {}
    for bank in view.banks:
        if bank.seat is not None:
            owned.setdefault(bank.seat, amount_text(bank.amount, bank.unit) if bank.amount is not None else "")
    return owned


def _cards(view: View) -> Iterator[tuple[str, tuple[str, ...]]]:
    for hand in view.hands:
        yield f"hand-{hand.seat}", _keys(hand.cards)
    for pile in view.piles:
        if _is_row(pile) or _is_space(pile):
            yield place_of(pile), _keys(pile.cards)


def _keys(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(card.token + OLD if "old" in card.marks else card.token for card in cards)


def _marks(view: View) -> Iterator[tuple[str, str]]:
    yield "over", _yes(view.turn_over)
    for seat in view.seats:
        yield f"turn-{seat}", _yes(seat == view.to_move)
    for mark in view.marks:
        yield place_of(mark), _yes(mark.on)
    for pile in view.piles:
        if _is_space(pile):
            yield place_of(pile), _yes(bool(pile.note))


def _yes(on: bool) -> str:
    return "yes" if on else "no"


def difference(before: Places | None, after: Places) -> dict[str, dict[str, Any]]:
    """What changes from one view to the next, by kind; all of it for the first."""
    changed = {}
    for kind in Places._fields:
        old = {} if before is None else getattr(before, kind)
        new = {place: value for place, value in getattr(after, kind).items() if old.get(place) != value}
        if new:
            changed[kind] = new
    return changed


# For the template


def drawing(view: View, drawn: Places, names: Mapping[str, str]) -> Drawing:
    """A view for the template; ``names`` are those of the players by seat."""
    piles = [_entry(pile, pile.label, drawn) for pile in view.piles if not _is_row(pile) and not _is_space(pile)]
    return Drawing(
        drawn,
        counters=[_entry(counter, counter.label, drawn) for counter in view.counters if counter.seat is None],
        marks=[_entry(mark, mark.label, drawn) for mark in view.marks if mark.seat is None],
        notes=[_entry(label, label.text, drawn) for label in view.labels if label.seat is None],
        totals=piles + [_entry(bank, bank.label, drawn) for bank in view.banks if bank.seat is None],
        rows=_rows(view, drawn, None),
        board=_board(view, drawn),
        seats=[_seat(view, drawn, seat, names.get(seat, seat)) for seat in view.seats],
    )


def felt(view: View, names: Mapping[str, str]) -> Felt:
    """A view as the table of a page that shows one moment."""
    drawn = places(view)
    return Felt(drawing(view, drawn, names), drawn.marks["over"])


def _entry(entry: Bank | Counter | Label | Mark | Pile, label: Text, drawn: Places) -> DrawnEntry:
    place = place_of(entry)
    return DrawnEntry(place, translated(label), drawn.texts[place], drawn.marks.get(place, ""))


def _seat(view: View, drawn: Places, seat: str, name: str) -> DrawnSeat:
    """One player's side of the table."""
    entries: list[Counter | Label] = [*view.counters, *view.labels]
    return DrawnSeat(
        seat=seat,
        name=name,
        on=drawn.marks[f"turn-{seat}"],
        banks=[_entry(bank, bank.label, drawn) for bank in view.banks if bank.seat == seat],
        notes=[DrawnNote(place_of(entry), drawn.texts[place_of(entry)]) for entry in entries if entry.seat == seat],
        marks=[_entry(mark, mark.label, drawn) for mark in view.marks if mark.seat == seat],
        rows=_rows(view, drawn, seat),
    )


def _board(view: View, drawn: Places) -> list[list[DrawnSpace]]:
    """The spaces of a board, row by row; empty for a table without one."""
    spaces = sorted(
        ((pile.row, pile.column or 0, pile) for pile in view.piles if pile.row is not None), key=lambda space: space[:2]
    )
    return [
        [_space(pile, drawn) for _row, _column, pile in line]
        for _number, line in groupby(spaces, key=lambda space: space[0])
    ]


def _space(pile: Pile, drawn: Places) -> DrawnSpace:
    place = place_of(pile)
    cards = [card(key) for key in drawn.cards[place]]
    return DrawnSpace(place, translated(pile.label), drawn.texts[place], drawn.marks.get(place, ""), cards)


def _rows(view: View, drawn: Places, seat: str | None) -> list[DrawnRow]:
    """The hand of a seat and the rows of cards before it, or those of the whole table."""
    rows = [(f"hand-{hand.seat}", _("Hand")) for hand in view.hands if hand.seat == seat]
    rows += [(place_of(pile), translated(pile.label)) for pile in view.piles if _is_row(pile) and pile.seat == seat]
    return [
        DrawnRow(
            place=place,
            label=label,
            cards=[card(key) for key in drawn.cards[place]],
            empty_place=f"empty-{place}",
            empty=drawn.texts[f"empty-{place}"],
            is_hand=place == f"hand-{seat}",
        )
        for place, label in rows
    ]


def card(key: str) -> DrawnCard:
    """A card by its key: its token, with a mark if it is of an earlier turn."""
    token = key.removesuffix(OLD)
    rank, suit = parts(token)
    return DrawnCard(key, face(token), rank, red=suit in RED, dim=key != token, name=card_name(token))


def card_name(token: str) -> str:
    """What a card is called: for screen readers, and where a page writes of it."""
    rank, suit = parts(token)
    name = str(_RANKS.get(rank, rank))
    return str(_SUITS[suit]).format(rank=name) if suit else name


def cards_in(drawings: Iterable[Places]) -> list[DrawnCard]:
    """Every card that these drawings need, once."""
    keys = {key for drawing in drawings for row in drawing.cards.values() for key in row}
    return [card(key) for key in sorted(keys)]
