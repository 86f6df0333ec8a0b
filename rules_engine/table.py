"""What a table shows and what may be done at it, in one shape for every game: drawn by shared templates.

All values are frozen and go into JSON as they are; texts are English, to be translated by the page.

A game gives the same entries, by key and seat and in the same order, in every state of one match: a page draws the
places once and changes only what stands in them. What has nothing to show has an empty text.
"""

from __future__ import annotations

import msgspec

from rules_engine.text import EMPTY, Text

SPECTATOR = ""
"""Who looks at a table without a seat and sees only what lies open to all, such as the audience of a live match."""


class Card(msgspec.Struct, frozen=True, gc=False):
    """A card as it is drawn: its token (``10h``; ``?`` face down). The mark ``old`` is of an earlier turn."""

    token: str
    marks: tuple[str, ...] = ()


class Pile(msgspec.Struct, frozen=True, gc=False):
    """Cards that lie on the table: a deck, a discard pile, a row before a player, or a space of a board.

    ``count`` is how many cards it holds, ``cards`` those that can be seen, the top one last. ``seat`` is None for what
    belongs to the whole table. ``row`` and ``column`` count from 1, the upper left first, and place it on a board;
    ``note`` is what is said on such a space, such as whose piece stands there.
    """

    key: str
    label: Text
    count: int
    cards: tuple[Card, ...] = ()
    seat: str | None = None
    row: int | None = None
    column: int | None = None
    note: Text = EMPTY


class Hand(msgspec.Struct, frozen=True, gc=False):
    """The cards that a seat holds; those that the viewer may not see are ``?``."""

    seat: str
    cards: tuple[Card, ...]


class Bank(msgspec.Struct, frozen=True, gc=False):
    """What a seat owns or has scored, or, without a seat, what lies in the middle for anybody to win.

    ``unit`` is ``money``, ``points`` or ``pieces``; ``amount`` is None where it is not known. The first Bank of each
    seat is the one that a score sheet compares after each turn.
    """

    key: str
    seat: str | None
    label: Text
    amount: int | None
    unit: str = "points"


class Counter(msgspec.Struct, frozen=True, gc=False):
    """A number that is kept beside the cards: Jacks in play, rounds won.

    ``text`` says it in a few words where label and number would not, and is empty where it does not matter.
    """

    key: str
    label: Text
    value: int
    seat: str | None = None
    unit: str = "points"
    text: Text | None = None


class Mark(msgspec.Struct, frozen=True, gc=False):
    """Something that is so or not: Alert, time called. ``label`` is what a chip says of it now."""

    key: str
    label: Text
    on: bool
    seat: str | None = None


class Label(msgspec.Struct, frozen=True, gc=False):
    """Something said about the table or a seat, such as a role or the side of a board."""

    key: str
    text: Text
    seat: str | None = None


class View(msgspec.Struct, frozen=True, gc=False):
    """One state of play as a table shows it to a viewer.

    ``to_move`` is the seat whose turn it is, if any. ``phase`` is the game's code of what is waited for, ``status`` the
    sentence about it. ``turn_over`` is true between the end of a turn and the next one, and ``outcome`` says in a few
    words how the turn ended and what it brought. The first counter of the table is the one that is drawn large.
    """

    seats: tuple[str, ...]
    to_move: str | None = None
    phase: str = ""
    status: Text = EMPTY
    turn_over: bool = False
    outcome: Text = EMPTY
    piles: tuple[Pile, ...] = ()
    hands: tuple[Hand, ...] = ()
    banks: tuple[Bank, ...] = ()
    counters: tuple[Counter, ...] = ()
    marks: tuple[Mark, ...] = ()
    labels: tuple[Label, ...] = ()


class Allowed(msgspec.Struct, frozen=True, gc=False):
    """Something that may be done now: the token that a record writes, and what the button says.

    The token is empty for a decision that a record leaves unsaid. ``chance`` marks what a shuffle decides and not the
    player, such as the face of a drawn card. ``consequence`` says what follows at once, where that matters.
    ``opens_turn`` marks an act of the turn that comes next, which says that nobody answered the act before it.
    ``same_as`` is the token that says the same and has the key, where a record may write an act in two ways.
    """

    token: str
    label: Text
    chance: bool = False
    consequence: Text = EMPTY
    opens_turn: bool = False
    same_as: str = ""


class Kind(msgspec.Struct, frozen=True, gc=False):
    """Acts that differ only in what they name, such as the cards of a trick: written by a key for each thing named.

    A token is ``mark`` and one entry of each of the ``steps``, in their order and with ``joiner`` between them; the
    first ``least`` of the steps are enough (0: all are needed). Where there are ``suits`` each entry is a rank that one
    of them follows. ``allowed`` is whether an act of this kind may be done now. ``listed`` is whether ``Acts.allowed``
    names each one that may: of cards that nobody has seen it names none, and ``Game.barred`` tells of one of them. The
    key of a kind that is ``kept`` stays in its place while no act of the kind may be done.
    """

    mark: str
    label: Text
    steps: tuple[tuple[str, ...], ...]
    least: int = 0
    joiner: str = "+"
    suits: tuple[str, ...] = ()
    allowed: bool = True
    listed: bool = True
    kept: bool = False

    @property
    def enough(self) -> int:
        """How many entries make a token."""
        return self.least or len(self.steps)

    def entries(self, token: str) -> tuple[str, ...]:
        """The entries of a token of this kind, without their suits; none for any other token."""
        parts = token.removeprefix(self.mark).split(self.joiner)
        if not token.startswith(self.mark) or not self.enough <= len(parts) <= len(self.steps):
            return ()
        ranks = tuple(part[:-1] if self.suits and part[-1:] in self.suits else part for part in parts)
        named = all(rank in step for rank, step in zip(ranks, self.steps, strict=False))
        suited = not self.suits or all(part != rank for part, rank in zip(parts, ranks, strict=True))
        return ranks if named and suited else ()


class Barred(msgspec.Struct, frozen=True, gc=False):
    """Something that may not be done now: the reason, the code of the finding it would be, and its rule."""

    token: str
    label: Text
    reason: Text
    code: str
    rule: str


class Acts(msgspec.Struct, frozen=True, gc=False):
    """What may be done now, and why other acts may not. ``seat`` is who may act, None when play is over.

    ``kinds`` are the kinds of acts with keys of their own, in the order of the keys.
    """

    seat: str | None = None
    allowed: tuple[Allowed, ...] = ()
    barred: tuple[Barred, ...] = ()
    kinds: tuple[Kind, ...] = ()
