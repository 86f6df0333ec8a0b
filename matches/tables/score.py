"""The result of a match: a ``Duel``, a ``Pod`` or a ``Solo``, and why a score is impossible. Pure.

Each has ``decided_by`` (a value of ``matches.enums.DecidedBy`` or a way of the game), ``winner`` (the index of a seat,
``DRAWN`` or ``ALL_LOST``), ``drawn_rounds`` and the ``outcomes`` of its seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from matches.tables.outcome import Outcome, Outcomes, Part

MOST_AMOUNT = 1_000_000
"""The most money or points that a seat can have in any game."""
ALL_LOST = -1
DRAWN = None


class Duel(msgspec.Struct, frozen=True, tag="duel"):
    """The score of a match of two: game ``rounds`` won, and ``totals`` in whole dollars or points, by seat."""

    rounds: tuple[int, ...] = (0, 0)
    totals: tuple[int, ...] = (0, 0)
    drawn_rounds: int = 0
    winner: int | None = DRAWN
    decided_by: str = "played"

    @property
    def outcomes(self) -> Outcomes:
        """The outcome of each seat."""
        if self.winner is DRAWN:
            return (Outcome.DRAWN, Outcome.DRAWN)
        return tuple([Outcome.WON if seat == self.winner else Outcome.LOST for seat in range(2)])


class Pod(msgspec.Struct, frozen=True, tag="pod"):
    """The order of a table: ``places`` from 1 by seat (0 for who was absent), and what part each seat took.

    ``totals`` are the amounts that the seats hold at the end; empty if none were given.
    """

    places: tuple[int, ...]
    parts: tuple[Part, ...]
    totals: tuple[int, ...] = ()
    decided_by: str = "played"
    drawn_rounds: ClassVar[int] = 0

    @property
    def winner(self) -> int | None:
        """The seat that won by itself, ``DRAWN`` where the first place is shared, ``ALL_LOST`` without one."""
        firsts = [seat for seat, place in enumerate(self.places) if place == self.best and self._played(seat)]
        if not self.best or not firsts:
            return ALL_LOST
        return firsts[0] if len(firsts) == 1 and self.places.count(self.best) == 1 else DRAWN

    @property
    def best(self) -> int:
        """The best place of those who were there; 0 if nobody was."""
        return min((place for place in self.places if place), default=0)

    @property
    def outcomes(self) -> Outcomes:
        """The outcome of each seat: won or drawn for a first place of who played to the end, lost for all others."""
        first = Outcome.DRAWN if self.winner is DRAWN else Outcome.WON
        return tuple(
            [
                first if place == self.best and self._played(seat) else Outcome.LOST
                for seat, place in enumerate(self.places)
            ]
        )

    @property
    def in_order(self) -> list[int]:
        """The seats, the best first, those who were absent last."""
        return sorted(range(len(self.places)), key=lambda seat: (not self.places[seat], self.places[seat], seat))

    @property
    def size(self) -> int:
        """How many sat down."""
        return sum(part is not Part.ABSENT for part in self.parts)

    def is_shared(self, seat: int) -> bool:
        """Whether others have the same place."""
        return self.places.count(self.places[seat]) > 1

    def _played(self, seat: int) -> bool:
        return self.parts[seat] is Part.PLAYED


class Solo(msgspec.Struct, frozen=True, tag="solo"):
    """The score of a player who played alone."""

    total: int
    part: Part = Part.PLAYED
    decided_by: str = "played"
    drawn_rounds: ClassVar[int] = 0

    @property
    def winner(self) -> int | None:
        """The only seat, or ``ALL_LOST`` for who was absent or is assigned a loss."""
        return 0 if self.part is Part.PLAYED else ALL_LOST

    @property
    def outcomes(self) -> Outcomes:
        """The outcome of the only seat."""
        return (Outcome.WON if self.part is Part.PLAYED else Outcome.LOST,)


Score = Duel | Pod | Solo
"""The result of a match."""


class SeatLine(msgspec.Struct, frozen=True):
    """What a stored result keeps of one seat, under the names of its columns.

    ``place`` is None for a match of two, and for who was absent.
    """

    outcome: Outcome
    rounds_won: int = 0
    total: int = 0
    place: int | None = None
    part: Part = Part.PLAYED


Lines = Sequence[SeatLine]
"""The lines of a stored result, by seat."""


class ScoreProblem(msgspec.Struct, frozen=True):
    """Why a score is impossible: a code with its parameters. ``text`` is the game's own sentence, if it has one."""

    code: str
    params: dict[str, int | str] = msgspec.field(default_factory=dict)
    text: str = ""


class ScoreError(ValueError):
    """A score that is unreadable or impossible."""

    def __init__(self, problem: ScoreProblem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def fail(code: str, **params: int | str) -> ScoreError:
    """The error of a problem without a sentence of the game's own."""
    return ScoreError(ScoreProblem(code, params))
