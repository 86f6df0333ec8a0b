"""What a result is read by, and what a typed line says. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec

from matches.tables.score import Score
from rules_engine.amounts import SeatAmount
from rules_engine.scoring import ScoreForm

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The letters of seats."""

PlacesOf = Callable[[Sequence[SeatAmount]], tuple[int, ...]]
"""The game's door: the places of a table from its amounts."""


class ScoreShape(Protocol):
    """What is needed of the game's ``ScoreKind``."""

    @property
    def unit(self) -> str: ...
    @property
    def best_of(self) -> int | None: ...
    @property
    def wins_needed(self) -> int | None: ...
    @property
    def rounds(self) -> int | None: ...
    @property
    def least(self) -> int: ...
    @property
    def most(self) -> int | None: ...
    @property
    def form(self) -> ScoreForm: ...


class Recorded(Protocol):
    """How a record of turns ends: the seats by letter in groups, the best first, their amounts, what decided it."""

    @property
    def places(self) -> Sequence[Sequence[str]] | None: ...
    @property
    def scores(self) -> Mapping[str, int | None]: ...
    @property
    def decided_by(self) -> str | None: ...


class Table(msgspec.Struct, frozen=True):
    """What a result is read by: the score's shape in this game, how many sit there, whether there must be a winner.

    ``lost`` are the game rounds that each seat lost by penalty, where their amounts are taken off the totals;
    ``places_of`` is None for a game without amounts.
    """

    shape: ScoreShape
    seats: int = 2
    needs_winner: bool = False
    lost: tuple[int, ...] = (0, 0)
    places_of: PlacesOf | None = None


class TypedScore(msgspec.Struct, frozen=True):
    """What a line says without its table. ``off`` is what was taken off each seat's number for round losses."""

    score: Score
    pot: int | None = None
    off: tuple[int, ...] = ()
