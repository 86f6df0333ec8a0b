"""The table as a page draws it: texts, cards and marks by the name of the place where they stand.

A page shows one table and a module changes it from step to step; both are given the same places.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from rules_engine.bankout.replay import Table
from rules_engine.bankout.ruleset import RuleSet
from rules_engine.views.words import Words, money, state_words

SEATS = ("A", "B")
_RANKS: dict[str, Words] = {
    "J": lazy("Jack"),
    "Q": lazy("Queen"),
    "K": lazy("King"),
    "A": lazy("Ace"),
    "X": lazy("Joker"),
}
_SUITS: dict[str, Words] = {
    "c": lazy("{rank} of clubs"),
    "d": lazy("{rank} of diamonds"),
    "h": lazy("{rank} of hearts"),
    "s": lazy("{rank} of spades"),
}
OLD = "~"  # behind a card's name: it lies there from a finished turn


class Card(NamedTuple):
    """What ``components/card.html`` takes; ``key`` is how a module asks for this card."""

    key: str
    rank: str
    suit: str
    red: bool
    joker: bool
    back: bool
    dim: bool
    name: str


class Places(NamedTuple):
    """What stands where: words, cards by their keys, and marks that the style sheet looks at."""

    texts: dict[str, str]
    cards: dict[str, tuple[str, ...]]
    marks: dict[str, str]


def places(table: Table, rules: RuleSet) -> Places:
    """Everything that is drawn of a table."""
    return Places(_texts(table, rules), _cards(table), _marks(table))


def _texts(table: Table, rules: RuleSet) -> dict[str, str]:
    texts = {
        "state": state_words(table),
        "loot": money(table.loot),
        "jacks": str(table.jacks),
        "latent": str(table.latent),
        "alert": _("Alert") if table.jacks else _("No alert"),
        "deck": str(table.deck),
        "pile": str(table.pile),
        "pot": money(table.pot),
    }
    for seat, name in enumerate(SEATS):
        texts[f"bank-{name}"] = money(table.banks[seat])
        texts[f"match-{name}"] = _so_far(table, seat, rules)
        texts[f"shield-{name}"] = _("Shield") if table.shields[seat] else ""
        texts[f"held-{name}"] = "" if table.hands[seat] else _("No card")
        texts[f"lies-{name}"] = "" if _lying(table, seat) else _("Nothing")
    return texts


def _so_far(table: Table, seat: int, rules: RuleSet) -> str:
    """What a player brings from the earlier rounds."""
    if rules.format == "blitz":
        return _("{amount} before").format(amount=money(table.totals[seat]))
    return _("Rounds won: {count}").format(count=table.wins[seat])


def _cards(table: Table) -> dict[str, tuple[str, ...]]:
    cards = {}
    for seat, name in enumerate(SEATS):
        cards[f"hand-{name}"] = table.hands[seat]
        cards[f"table-{name}"] = _lying(table, seat)
    return cards


def _lying(table: Table, seat: int) -> tuple[str, ...]:
    """What lies before a player: what is left of earlier turns, this turn's, and the card that is being resolved."""
    old, lying = table.old_cues[seat], table.cues[seat]
    pending = (table.pending,) if table.pending and SEATS[seat] == table.seat else ()
    return (*(card + OLD for card in lying[:old]), *lying[old:], *pending)


def _marks(table: Table) -> dict[str, str]:
    over = table.phase in ("turn_over", "round_over")
    return {"seat": table.seat, "alert": "yes" if table.jacks else "no", "over": "yes" if over else "no"}


def difference(before: Places | None, after: Places) -> dict[str, dict[str, Any]]:
    """What changes from one drawing to the next, by kind; all of it for the first."""
    changed = {}
    for kind in Places._fields:
        old = {} if before is None else getattr(before, kind)
        new = {place: value for place, value in getattr(after, kind).items() if old.get(place) != value}
        if new:
            changed[kind] = new
    return changed


def card(key: str) -> Card:
    """A card by its key: its name in a record, with a mark if it lies there from a finished turn."""
    name = key.removesuffix(OLD)
    hidden = name == "?"
    suit = name[-1] if name[-1] in _SUITS else ""
    rank = name.removesuffix(suit) if suit else name
    return Card(key, rank, suit, suit in ("d", "h"), rank == "X", hidden, key != name, _spoken(rank, suit))


def _spoken(rank: str, suit: str) -> str:
    word = str(_RANKS.get(rank, rank))
    return str(_SUITS[suit]).format(rank=word) if suit else word


def cards_in(drawings: Iterable[Places]) -> list[Card]:
    """Every card that these drawings need, once."""
    keys = {key for drawing in drawings for row in drawing.cards.values() for key in row}
    return [card(key) for key in sorted(keys)]
