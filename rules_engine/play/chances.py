"""The chances of a match that is watched, from what lies open to everybody; and the door of a game.

What lies face down is dealt anew for each of many matches, which are then played on to their end. So nothing hidden is
looked at, and nothing can be read out of a chance that a spectator could not work out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from math import sqrt
from typing import Protocol

import msgspec

from rules_engine.record import GameRecord
from rules_engine.text import Text

LEAST_LEFT = 2
"""Where what is dealt was played on without a loss, one loss is still as likely as not: two matches are added, in which
all sides win as much. One for each of nine sides would draw every chance towards a ninth."""


class SideChance(msgspec.Struct, frozen=True):
    """A player, or the players of a team: the chance to win with its standard error; an equal end counts in parts."""

    seats: tuple[str, ...]
    chance: float
    error: float


class Cause(msgspec.Struct, frozen=True):
    """What the next card may do to the player to move, by its code in the game, and how likely that is."""

    key: str
    chance: float


class Worth(msgspec.Struct, frozen=True):
    """What the last decision was worth: the chance to win after ``act`` less that after ``other``, the best of the acts
    that everybody could see, with its standard error."""

    seat: str
    act: str
    other: str
    gain: float
    error: float


class LiveChances(msgspec.Struct, frozen=True, kw_only=True):
    """The chances of a match at one moment. ``runs`` matches were played on.

    ``turn_began``: they are those of the moment when the turn under way began. ``causes`` add up to the risk of the
    next card; without any the game knows none, or there is none to speak of.
    """

    sides: tuple[SideChance, ...]
    runs: int
    turn_began: bool = False
    causes: tuple[Cause, ...] = ()
    worth: Worth | None = None


class Chances(Protocol):
    """What a game offers to say how likely a win is."""

    def cause(self, key: str) -> Text:
        """What a cause of the next card's risk is called."""

    def act(self, key: str) -> Text:
        """What an act of a decision is called."""

    def at_end(self, record: GameRecord, runs: int | None = None) -> LiveChances | None:
        """The chances where a record ends, from what lies open to everybody; None once the match is decided, and where
        the record does not tell enough. The same record gives the same chances."""


def seed_of(record: GameRecord) -> int:
    """A seed from how much was played, and from nothing that lies face down: who knew it could try every hidden card
    until the chances come out the same.
    """
    played = [(str(one.round), [(turn.seat, len(turn.actions)) for turn in one.turns]) for one in record.rounds]
    return int.from_bytes(hashlib.sha256(msgspec.json.encode(played)).digest()[:7], "big")


def side_chances(sides: Sequence[Sequence[str]], shares: Sequence[Sequence[float]], each: int = 1) -> list[SideChance]:
    """The chances of the sides from what they won in each deal: ``shares`` of ``each`` matches that were played on."""
    deals, found = len(shares), []
    matches = deals * each
    for place, seats in enumerate(sides):
        won = [row[place] for row in shares]
        chance = (sum(won) * each + LEAST_LEFT / len(sides)) / (matches + LEAST_LEFT)
        least = sqrt(chance * (1 - chance) / (matches + 1))
        found.append(SideChance(tuple(seats), chance, max(_error(won), least)))
    return found


def gained(after: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """What one act won more than another in the same deals, with its standard error."""
    more = [one - two for one, two in zip(after, other, strict=True)]
    return sum(more) / len(more), _error(more)


def _error(values: Sequence[float]) -> float:
    if len(values) < 2:
        return 0.0
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def split(places: Sequence[Sequence[str]], sides: Sequence[Sequence[str]]) -> list[float]:
    """What each side has won: 1, or a part of it where several share the first place."""
    first = set(places[0])
    won = [bool(first & set(seats)) for seats in sides]
    return [one / sum(won) for one in won]


def without_last_turn(record: GameRecord) -> GameRecord:
    """The record without its last turn, and without a round that has none."""
    *before, last = record.rounds
    turns = last.turns[:-1]
    rounds = (*before, msgspec.structs.replace(last, turns=turns)) if turns or not before else tuple(before)
    return msgspec.structs.replace(record, rounds=rounds)


class NoCauses:
    """The part of ``Chances`` of a game that names no risk of the next card and weighs no act."""

    def cause(self, key: str) -> Text:
        """What a cause of the next card's risk is called."""
        raise KeyError(key)

    def act(self, key: str) -> Text:
        """What an act of a decision is called."""
        raise KeyError(key)
