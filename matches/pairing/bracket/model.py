"""Brackets as values: matches with a key each, and the origin of their players.

A bracket knows seeds (1 is the highest), not players: the caller keeps the players of the seeds and the results. The
same size, kind and options always give the same keys, so only these and the results need to be stored.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

LEAST, MOST = 2, 4096
"""The numbers of entries that a bracket can have."""


class BracketKind(StrEnum):
    SINGLE = "single_elimination"
    DOUBLE = "double_elimination"


class Side(StrEnum):
    """The part of the bracket; the value begins the key."""

    WINNERS = "W"  # the only side of a single elimination
    LOSERS = "L"
    THIRD_PLACE = "T"
    GRAND_FINAL = "F"  # F1-1, and F2-1 if the losers' side won it and a reset is played


class From(StrEnum):
    """Where a player of a match comes from."""

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"
    SECOND = "second"
    """The second of a pod."""


class BracketError(ValueError):
    """An impossible bracket, or impossible results. ``key`` is the match, or empty."""

    def __init__(self, key: str, problem: str) -> None:
        self.key = key
        self.problem = problem
        super().__init__(f"match {key}: {problem}" if key else problem)


class Feeder(msgspec.Struct, frozen=True):
    """One seat's origin: a seed, or the winner, the loser or the second of the match ``match``."""

    origin: From
    seed: int = 0
    match: str = ""


class BracketMatch(msgspec.Struct, frozen=True):
    """A match with the origin of each seat, and its place in the drawing.

    ``position`` counts from 1 at the top of its side's ``round``. Rounds and positions are those of the full bracket
    of the next power of two; a bye has no match, and its number is left out.
    """

    key: str
    side: Side
    round: int
    position: int
    feeders: tuple[Feeder, ...]


class Bracket(msgspec.Struct, frozen=True):
    """All matches, each after those that feed it. ``depth`` is the number of rounds on the winners' side."""

    size: int
    kind: BracketKind
    third_place: bool
    reset: bool
    depth: int
    matches: tuple[BracketMatch, ...]

    def by_key(self) -> dict[str, BracketMatch]:
        return {match.key: match for match in self.matches}


def key(side: Side, round_number: int, position: int) -> str:
    """Return the key of a match: ``W1-3`` is the third match from the top in round 1 of the winners' side."""
    return f"{side}{round_number}-{position}"


def side_and_round(name: str) -> tuple[Side, int]:
    """Return the side and the round of a match from its key."""
    return Side(name[0]), int(name[1:].split("-")[0])


def position_of(name: str) -> int:
    """Return a match's position in its round, counted from the top, from its key."""
    return int(name.split("-")[1])
