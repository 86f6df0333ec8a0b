"""The matches played, as values that pairing, standings and brackets are computed from.

Pure: no Django, no clock, no randomness. A match names its players by seat, with a stable key (``str``); the services
translate entries to keys and back.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from itertools import combinations

import msgspec

from matches.tables.outcome import Outcome, Outcomes
from matches.tables.score import Score


class Kind(StrEnum):
    """What kind of line of a round this is."""

    PLAYED = "played"
    BYE = "bye"
    ASSIGNED_LOSS = "assigned_loss"
    ASSIGNED_DRAW = "assigned_draw"


class Played(msgspec.Struct, frozen=True):
    """One line of a round: a match between ``seats``, or one player without opponent (a bye, an assigned loss or draw).

    ``score`` is the result of a match, None for a line without opponent; ``first`` is the seat that started, or None if
    unknown.
    """

    seats: tuple[str, ...]
    score: Score | None = None
    kind: Kind = Kind.PLAYED
    first: int | None = None

    @property
    def outcomes(self) -> Outcomes:
        """The outcome of each seat."""
        return WITHOUT_OPPONENT[self.kind] if self.score is None else self.score.outcomes


WITHOUT_OPPONENT: dict[Kind, Outcomes] = {
    Kind.BYE: (Outcome.WON,),
    Kind.ASSIGNED_LOSS: (Outcome.LOST,),
    Kind.ASSIGNED_DRAW: (Outcome.DRAWN,),
}
"""The outcome of a line without opponent."""


def pairs_of(seats: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    """Return every pair of players of a match, in the order of their seats."""
    return (seats,) if len(seats) == 2 else combinations(seats, 2)


class RoundPlayed(msgspec.Struct, frozen=True):
    """A finished round: its number, counted from 1, and its lines."""

    number: int
    matches: tuple[Played, ...]


class Scoring(msgspec.Struct, frozen=True):
    """Match points: by default 3 for a win, 1 for a draw, 0 for a loss, 3 for a bye."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3


class ScoringProblem(msgspec.Struct, frozen=True):
    """What is wrong with a scoring: the name of the points, and the problem in words."""

    key: str
    text: str


def scoring_problem(scoring: Scoring) -> ScoringProblem | None:
    """Return why players cannot be ranked by these points, or None if they can."""
    if scoring.win <= 0:
        return ScoringProblem("win", "must be more than 0: a win must be worth points")
    for key, points in (("draw", scoring.draw), ("loss", scoring.loss)):
        if points > scoring.win:
            return ScoringProblem(key, f"must be at most {scoring.win}, the points for a win, not {points}")
    return None
