"""Which simulated matches a plan rests on. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules_engine import games
from rules_engine.planning.traces import MatchTrace

MATCHES = 2_000
SEED = 1
VERSION = 1
"""Raise it when the simulated players or the traces change: older samples are then played again."""
STEP = 100
Report = Callable[[int, int], None]


class Sample(msgspec.Struct, frozen=True):
    """Matches to play: the game's key, its rules as in a record, and the simulated player on both sides."""

    game: str
    rules: Mapping[str, Any]
    player: str

    @property
    def key(self) -> str:
        """The same for the same matches, however the rules are spelt."""
        complete = games.get(self.game).rule_set(self.rules).to_mapping()
        parts = [VERSION, MATCHES, SEED, self.game, complete, self.player]
        return hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()


def played(sample: Sample, report: Report, matches: int = MATCHES) -> list[MatchTrace]:
    """Play the first ``matches`` of them; ``report`` hears how many are done.

    Raises:
        ValueError: for a game without simulated matches.
    """
    game = games.get(sample.game)
    if game.planning is None:
        raise ValueError(f"{sample.game} has no simulated matches.")
    rules = game.rule_set(sample.rules)
    traces = []
    for number in range(matches):
        if number % STEP == 0:
            report(number, matches)
        traces.append(game.planning.trace(rules, sample.player, SEED, number))
    return traces
