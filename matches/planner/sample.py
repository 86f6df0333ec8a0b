"""Which simulated matches a plan rests on. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from rules_engine import games
from rules_engine.planning.door import Planning
from rules_engine.planning.traces import Traces
from rules_engine.text import Text

SEED = 1
VERSION = 3
"""Raise it when the simulated players or the traces change: older samples are then played again."""
LEVEL_MATCHES = 1_000
"""In so many matches it is tried what is played on after time, or in as many as are played: of these only some are
level."""
Report = Callable[[int, int], None]


class Sample(msgspec.Struct, frozen=True):
    """Matches to play: the game's key, its rules as in a record, and the simulated player on both sides."""

    game: str
    rules: Mapping[str, Any]
    player: str

    @property
    def key(self) -> str:
        """The same for the same matches, however the rules are spelt and however many are played."""
        complete = games.get(self.game).rule_set(self.rules).to_mapping()
        parts = [VERSION, SEED, self.game, complete, self.player]
        return hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()

    @property
    def size(self) -> int:
        """How many matches a plan is to rest on as things are: more once the fast simulation is there."""
        return _planning(self).sample_size(games.get(self.game).rule_set(self.rules), self.player)


def _planning(sample: Sample) -> Planning:
    planning = games.get(sample.game).planning
    if planning is None:
        raise ValueError(f"{sample.game} has no simulated matches.")
    return planning


def slow_because(sample: Sample) -> Text:
    """Why the matches take longer than they could, such as a rule that the fast simulator does not know; or empty."""
    return _planning(sample).slow_because(games.get(sample.game).rule_set(sample.rules))


def played(sample: Sample, matches: int, report: Report) -> Traces:
    """Play the first ``matches`` of them; ``report`` hears how many are done.

    Raises:
        ValueError: for a game without simulated matches.
    """
    planning, rules = _planning(sample), games.get(sample.game).rule_set(sample.rules)
    size = planning.part_size(rules, sample.player)
    parts = []
    for first in range(0, matches, size):
        report(first, matches)
        parts.append(planning.traces(rules, sample.player, SEED, first, min(size, matches - first)))
    deciders = planning.deciders(rules, sample.player, SEED, min(matches, LEVEL_MATCHES))
    return replace(Traces.joined(parts), deciders=deciders)
