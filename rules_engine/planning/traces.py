"""Simulated matches as the planner needs them: turn by turn what takes time, and who is ahead after it."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from rules_engine.text import Text

LEVEL = -1
"""Nobody is ahead: time called now would leave the match drawn."""


class TurnTrace(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One turn: the seat (from 0), how many cards it drew, its other acts, the shuffles in it, and who would win if
    time had been called in it (a seat, or ``LEVEL``)."""

    seat: int
    draws: int
    acts: int
    shuffles: int
    ahead: int


class MatchTrace(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One match to its end without a time cap. ``first`` is the seat that started it."""

    first: int
    turns: tuple[TurnTrace, ...]

    @property
    def winner(self) -> int:
        """The seat that won, or ``LEVEL``."""
        return self.turns[-1].ahead


class Planning(Protocol):
    """What a game offers to the planner."""

    default_player: str

    def players(self, rules: Any) -> tuple[str, ...]:
        """The simulated players to choose from under a rule set."""

    def compared(self, rules: Any) -> tuple[tuple[Text, Mapping[str, Any]], ...]:
        """The rule sets to show beside this one, with what they are called; this one may be among them."""

    def trace(self, rules: Any, player: str, seed: int, number: int) -> MatchTrace:
        """Play match ``number`` of a seed between two such players; the same match on any machine."""


class TracesError(ValueError):
    """Bytes that do not hold traces."""


def pack(traces: list[MatchTrace]) -> bytes:
    """Traces as bytes to keep."""
    return zlib.compress(msgspec.msgpack.encode(traces), 6)


def unpack(data: bytes) -> list[MatchTrace]:
    """The traces of ``pack``. Raises TracesError."""
    try:
        return msgspec.msgpack.decode(zlib.decompress(data), type=list[MatchTrace])
    except (zlib.error, msgspec.DecodeError, msgspec.ValidationError) as error:
        raise TracesError(str(error)) from error
