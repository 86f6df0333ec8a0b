"""What a table shows and what may be done at it, in one shape for every game: drawn by shared templates.

All values are frozen and go into JSON as they are. Words are plain English with named places
(``"%(player)s to move"``) and ``params`` to fill them; pages pass them through gettext first.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Words(msgspec.Struct, frozen=True):
    """A text to translate, and what fills its named places."""

    text: str
    params: dict[str, Any] = {}

    def __str__(self) -> str:
        return self.text % self.params if self.params else self.text


class Card(msgspec.Struct, frozen=True):
    """A card as it is drawn: its token (``10h``; ``?`` face down), and marks such as ``old`` or ``pending``."""

    token: str
    marks: tuple[str, ...] = ()


class Pile(msgspec.Struct, frozen=True):
    """Cards that lie on the table: a deck, a discard pile, a row before a player, or a space of a board.

    ``count`` is how many cards it holds, ``cards`` those that can be seen, the top one last. ``seat`` is None for what
    belongs to the whole table. ``row`` and ``column`` count from 1 and place it on a board.
    """

    key: str
    label: Words
    count: int
    cards: tuple[Card, ...] = ()
    seat: str | None = None
    row: int | None = None
    column: int | None = None


class Hand(msgspec.Struct, frozen=True):
    """The cards that a seat holds; those that the viewer may not see are ``?``."""

    seat: str
    cards: tuple[Card, ...]


class Bank(msgspec.Struct, frozen=True):
    """What a seat owns or has scored. ``unit`` is ``money``, ``points`` or ``pieces``; None is an unknown amount."""

    key: str
    seat: str
    label: Words
    amount: int | None
    unit: str = "points"


class Counter(msgspec.Struct, frozen=True):
    """A number that is kept beside the cards: Jacks in play, tokens left, rounds won."""

    key: str
    label: Words
    value: int
    seat: str | None = None


class Label(msgspec.Struct, frozen=True):
    """Something said about the table or a seat: whose turn it is, what a turn waits for, time called."""

    key: str
    text: Words
    seat: str | None = None


class View(msgspec.Struct, frozen=True):
    """One state of play as a table shows it to a viewer. ``to_move`` is the seat whose turn it is, if any."""

    seats: tuple[str, ...]
    to_move: str | None = None
    piles: tuple[Pile, ...] = ()
    hands: tuple[Hand, ...] = ()
    banks: tuple[Bank, ...] = ()
    counters: tuple[Counter, ...] = ()
    labels: tuple[Label, ...] = ()


class Allowed(msgspec.Struct, frozen=True):
    """Something that may be done now: the token that a record writes, and what the button says.

    ``chance`` marks what a shuffle decides and not the player, such as the face of a drawn card.
    """

    token: str
    label: Words
    chance: bool = False


class Barred(msgspec.Struct, frozen=True):
    """Something that may not be done now: the reason, the code of the finding it would be, and its rule."""

    token: str
    label: Words
    reason: Words
    code: str
    rule: str


class Acts(msgspec.Struct, frozen=True):
    """What may be done now, and why other acts may not. ``seat`` is who may act, None when play is over."""

    seat: str | None = None
    allowed: tuple[Allowed, ...] = ()
    barred: tuple[Barred, ...] = ()
