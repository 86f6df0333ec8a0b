"""Running totals over matches, in whole numbers only: parts of a run add up to exactly what the run in one comes to."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any

from rules_engine.bankout.simulate.match import SimulatedOutcome

Counts = Counter[Any]


def _counts() -> Counts:
    return Counter()


@dataclass
class Totals:
    """What matches add up to.

    ``seconds``, ``turns`` and ``actions`` count the matches by how long they took. ``ending_squares`` and
    ``ending_turns`` add up, for each way in which turns end, the square of their count in a match and its product with
    the match's turns: the error of their share rests on these, since turns of one match are not independent.
    """

    matches: int = 0
    winners: Counts = field(default_factory=_counts)
    decided_by: Counts = field(default_factory=_counts)
    endings: Counts = field(default_factory=_counts)
    ending_squares: Counts = field(default_factory=_counts)
    ending_turns: Counts = field(default_factory=_counts)
    money: Counts = field(default_factory=_counts)
    seconds: Counts = field(default_factory=_counts)
    turns: Counts = field(default_factory=_counts)
    actions: Counts = field(default_factory=_counts)

    def add(self, outcome: SimulatedOutcome) -> None:
        """Count a match."""
        self.matches += 1
        self.winners[outcome.winner or "open"] += 1
        self.decided_by[outcome.decided_by or "open"] += 1
        for name, count in outcome.endings.items():
            self.endings[name] += count
            self.ending_squares[name] += count * count
            self.ending_turns[name] += count * outcome.turns
        self.money.update(dict(zip("AB", outcome.totals, strict=True)))
        self.seconds[outcome.seconds] += 1
        self.turns[outcome.turns] += 1
        self.actions[outcome.actions] += 1

    def merge(self, part: Totals) -> None:
        """Add the totals of another part of the run."""
        self.matches += part.matches
        for name in _COUNTS:
            getattr(self, name).update(getattr(part, name))

    def all_actions(self) -> int:
        """The actions of all matches."""
        return sum(value * count for value, count in self.actions.items())

    def to_json(self) -> str:
        """The totals as JSON: equal totals, equal text."""
        counted = {name: {str(key): int(count) for key, count in getattr(self, name).items()} for name in _COUNTS}
        return json.dumps({"matches": self.matches, **counted}, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Totals:
        """The totals that ``to_json`` wrote."""
        data = json.loads(text)
        read = {name: Counter(data[name]) for name in _COUNTS}
        for name in _LENGTHS:
            read[name] = Counter({int(key): count for key, count in data[name].items()})
        return cls(data["matches"], **read)


_COUNTS = tuple(column.name for column in fields(Totals) if column.name != "matches")
_LENGTHS = ("seconds", "turns", "actions")
