"""What was played, as values: the history that pairing, standings and brackets reason about.

Pure: no Django, no clock, no chance. Players are named by a stable key (``str``); the services translate
entries to keys and back. The shape follows sections 2 and 5 of the tournament specification.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Kind(StrEnum):
    """How a line of a round came about."""

    PLAYED = "played"
    BYE = "bye"
    ASSIGNED_LOSS = "assigned_loss"
    ASSIGNED_DRAW = "assigned_draw"


class Outcome(StrEnum):
    """Who took the match. ``NEITHER`` is a double loss (both absent)."""

    A = "a"
    B = "b"
    DRAW = "draw"
    NEITHER = "neither"


class Played(msgspec.Struct, frozen=True):
    """One line of a round: a match between ``a`` and ``b``, or ``a`` alone (``b`` is None).

    ``wins`` are the game rounds won by a and by b, ``drawn`` the drawn ones; ``totals`` the money of a and of b
    where the game counts money. ``first`` is the player who started ("a", "b" or None when unknown).
    """

    a: str
    b: str | None
    outcome: Outcome
    wins: tuple[int, int] = (0, 0)
    drawn: int = 0
    totals: tuple[int, int] = (0, 0)
    kind: Kind = Kind.PLAYED
    first: str | None = None


class RoundPlayed(msgspec.Struct, frozen=True):
    """A finished round: its number, counted from 1, and its lines."""

    number: int
    matches: tuple[Played, ...]


class Scoring(msgspec.Struct, frozen=True):
    """Match points, by default those of the specification: win 3, draw 1, loss 0, bye 3."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3
