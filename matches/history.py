"""The matches played, as values that pairing, standings and brackets are computed from.

Pure: no Django, no clock, no randomness. A match names its players by seat; everything else about it is a tuple with
one item for each seat, in the same order. Players are named by a stable key (``str``); the services translate entries
to keys and back.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from itertools import combinations

import msgspec


class Kind(StrEnum):
    """What kind of line of a round this is."""

    PLAYED = "played"
    BYE = "bye"
    ASSIGNED_LOSS = "assigned_loss"
    ASSIGNED_DRAW = "assigned_draw"


class Outcome(StrEnum):
    """What a match brought to one seat."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


Outcomes = tuple[Outcome, ...]
"""The outcome of each seat."""

FIRST_WON: Outcomes = (Outcome.WON, Outcome.LOST)
SECOND_WON: Outcomes = (Outcome.LOST, Outcome.WON)
BOTH_DREW: Outcomes = (Outcome.DRAWN, Outcome.DRAWN)
BOTH_LOST: Outcomes = (Outcome.LOST, Outcome.LOST)
"""A match of two that both lost, for example because both were absent."""


class Played(msgspec.Struct, frozen=True):
    """One line of a round: a match between ``seats``, or one player without opponent (a bye, an assigned loss or draw).

    ``outcomes``, ``wins`` (game rounds won) and ``totals`` (money in whole dollars) have one item for each seat;
    ``wins`` and ``totals`` are empty if they were not counted. ``drawn`` is the number of drawn game rounds, ``first``
    the seat that started, or None if unknown.

    A pod also has ``places`` from 1 (0 for who was absent) and ``parts`` (``pod_reckoning.Part``, empty if all played);
    its ``totals`` are empty if no amounts were given. ``agreed``: its players agreed on a draw.
    """

    seats: tuple[str, ...]
    outcomes: Outcomes
    wins: tuple[int, ...] = ()
    drawn: int = 0
    totals: tuple[int, ...] = ()
    kind: Kind = Kind.PLAYED
    first: int | None = None
    places: tuple[int, ...] = ()
    parts: tuple[str, ...] = ()
    agreed: bool = False


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
