"""Simulated matches as the planner needs them: turn by turn what takes time, and who is ahead after it."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

LEVEL = -1
"""Nobody is ahead: time called now would leave the match drawn."""
_KEPT_AS = "<i2"
_COLUMNS = ("turns", "seat", "draws", "acts", "shuffles", "ahead")
_DECIDERS = "deciders"

Column = NDArray[np.integer[Any]]


class TurnTrace(NamedTuple):
    """One turn: the seat (from 0), how many cards it drew, its other acts, the shuffles in it, and who would win if
    time had been called in it (a seat, or ``LEVEL``)."""

    seat: int
    draws: int
    acts: int
    shuffles: int
    ahead: int


@dataclass(frozen=True, slots=True, eq=False)
class Traces:
    """Matches to their ends without a time cap: ``turns`` has how many turns each of them took, the other columns one
    value for each turn of the first match, then of the second, and so on, as in ``TurnTrace``.

    ``deciders`` are what is played on after time where a level match needs a winner, each from its own first turn; None
    for a game that has nothing of the kind.
    """

    turns: Column
    seat: Column
    draws: Column
    acts: Column
    shuffles: Column
    ahead: Column
    deciders: Traces | None = None

    @classmethod
    def of(cls, matches: Iterable[Sequence[TurnTrace]]) -> Traces:
        """The columns of matches that are given turn by turn; each has at least one turn."""
        traces = list(matches)
        table = np.array([turn for match in traces for turn in match], dtype=np.int64).reshape(-1, 5)
        return cls(np.array([len(match) for match in traces], dtype=np.int64), *table.T)

    @classmethod
    def joined(cls, parts: Sequence[Traces]) -> Traces:
        """The matches of several parts in their order, without deciders."""
        joined = {column: np.concatenate([getattr(part, column) for part in parts]) for column in _COLUMNS}
        return cls(**joined, deciders=None)

    def __len__(self) -> int:
        """How many matches there are."""
        return len(self.turns)

    @property
    def begins(self) -> Column:
        """Where each match begins in the columns of the turns."""
        ends: Column = np.cumsum(self.turns)
        return ends - self.turns

    @property
    def first(self) -> Column:
        """The seat that started each match."""
        return self.seat[self.begins]

    @property
    def winner(self) -> Column:
        """The seat that won each match, or ``LEVEL``."""
        won: Column = self.ahead[self.begins + self.turns - 1]
        return won

    def matches(self) -> list[tuple[TurnTrace, ...]]:
        """The matches turn by turn."""
        table = np.stack([self.seat, self.draws, self.acts, self.shuffles, self.ahead], axis=1).tolist()
        rows = [TurnTrace(*row) for row in table]
        return [
            tuple(rows[begin : begin + turns])
            for begin, turns in zip(self.begins.tolist(), self.turns.tolist(), strict=True)
        ]


class TracesError(ValueError):
    """Bytes that do not hold traces."""


def pack(traces: Traces) -> bytes:
    """Traces as bytes to keep. What a turn counts is below 32,768."""
    columns = {column: getattr(traces, column).astype(_KEPT_AS).tobytes() for column in _COLUMNS}
    if traces.deciders is not None:
        columns[_DECIDERS] = pack(traces.deciders)
    return zlib.compress(msgspec.msgpack.encode(columns), 6)


def unpack(data: bytes) -> Traces:
    """The traces of ``pack``, as small as they were kept: pages hold several samples. Raises TracesError."""
    try:
        columns = msgspec.msgpack.decode(zlib.decompress(data), type=dict[str, bytes])
        deciders = columns.pop(_DECIDERS, None)
        read = {name: np.frombuffer(column, dtype=_KEPT_AS) for name, column in columns.items()}
        traces = Traces(**read, deciders=None if deciders is None else unpack(deciders))
    except (zlib.error, msgspec.DecodeError, msgspec.ValidationError, TypeError, ValueError) as error:
        raise TracesError(str(error)) from error
    whole = int(traces.turns.sum())
    if not len(traces) or traces.turns.min() < 1 or any(len(column) != whole for column in _columns_of_turns(traces)):
        raise TracesError("the columns do not fit together")
    return traces


def _columns_of_turns(traces: Traces) -> tuple[Column, ...]:
    return traces.seat, traces.draws, traces.acts, traces.shuffles, traces.ahead
