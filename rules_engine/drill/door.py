"""A drill, where a game has one: positions of matches to decide, graded by what the answer costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules_engine.odds.door import OddsSection
from rules_engine.record import GameRecord
from rules_engine.text import EMPTY, Text

ANY = "any"
"""The kind of decision that is every kind."""
NOTHING = 0.005
"""Costs below half a cent count as zero."""


@dataclass(frozen=True)
class DrillChoice:
    """A kind of decision or a sort of players: its key in addresses, and its name."""

    key: str
    name: Text


@dataclass(frozen=True)
class DrillTerms:
    """Which positions are asked. ``close``: only those in which the acts are worth about the same.

    ``rules`` and ``players`` are those of the simulated matches, ``seed`` says which ones; with a record none of the
    three matters, and ``seat`` may name the one player whose decisions are asked.
    """

    rules: Any = None
    players: str = ""
    kind: str = ANY
    close: bool = False
    seed: int = 0
    seat: str = ""


@dataclass(frozen=True)
class DrillAct:
    """Something that may be chosen: its key, what the button says, and what follows at once."""

    key: str
    label: Text
    consequence: Text = EMPTY


@dataclass(frozen=True)
class DrillPosition:
    """A decision: whose it is, what may be chosen, and what the player knows.

    ``state`` is the game's own value, to draw the table with. ``facts`` are labels and values of what the player can
    have counted. ``situation`` is the turn as the game's odds take it; like ``facts`` it holds nothing of a hidden
    hand. ``played`` is the act of the match.
    """

    state: Any
    seat: str
    round: int | str
    acts: tuple[DrillAct, ...]
    facts: tuple[tuple[Text, str], ...]
    situation: Mapping[str, Any]
    played: str


@dataclass(frozen=True)
class DrillGrade:
    """What an answer is worth beside the others, in money; ``reason`` says why the best act is the best.

    ``sections`` are the odds of the turn.
    """

    chosen: str
    best: str
    worth: Mapping[str, float]
    reason: Text
    sections: tuple[OddsSection, ...]

    @property
    def cost(self) -> float:
        """The worth of the best act minus that of the chosen one."""
        lost = self.worth[self.best] - self.worth[self.chosen]
        return lost if lost >= NOTHING else 0.0


class Drill(Protocol):
    """What a game offers for a drill. The same terms and number are the same position on any machine."""

    kinds: tuple[DrillChoice, ...]
    players: tuple[DrillChoice, ...]

    def simulated(self, terms: DrillTerms, number: int) -> DrillPosition | None:
        """A position of a simulated match; None if matches under these terms hardly ever have one."""

    def of_record(self, record: GameRecord, terms: DrillTerms) -> Sequence[DrillPosition]:
        """Every position of a record that is worth asking, in order."""

    def grade(self, position: DrillPosition, act: str) -> DrillGrade:
        """What one of a position's acts costs."""
