"""Simulated play from the strategies of bankout.md section 14: seeded, reproducible, under any rule set.

>>> from rules_engine.bankout.simulate import simulate
>>> simulate(seed=7).winner in ("A", "B", "draw")
True
"""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate.chance import seed_of
from rules_engine.bankout.simulate.clock import Pace
from rules_engine.bankout.simulate.match import SimulatedMatch, SimulatedOutcome, Terms
from rules_engine.bankout.simulate.players import PARTS, PRESETS, SimulatedPlayer, player
from rules_engine.bankout.simulate.sheet import Sheet
from rules_engine.record import GameRecord

__all__ = [
    "PARTS",
    "PRESETS",
    "Pace",
    "Sheet",
    "SimulatedMatch",
    "SimulatedOutcome",
    "SimulatedPlayer",
    "Terms",
    "player",
    "simulate",
    "simulate_many",
    "simulate_record",
]


def simulate(
    rules: BankoutRuleSet | None = None,
    players: tuple[str, str] = ("steady", "steady"),
    seed: int = 0,
    terms: Terms | None = None,
) -> SimulatedOutcome:
    """Play one match. Players are named as ``players.player`` reads them.

    Raises:
        ValueError: if a player is unknown.
    """
    return _match(rules, players, seed, terms, None).play()


def simulate_record(
    rules: BankoutRuleSet | None = None,
    players: tuple[str, str] = ("steady", "steady"),
    seed: int = 0,
    terms: Terms | None = None,
    sheet: Sheet | None = None,
) -> tuple[SimulatedOutcome, GameRecord]:
    """Play one match and write it down; the same match that ``simulate`` plays from these arguments."""
    sheet = Sheet(claims=True) if sheet is None else sheet
    match = _match(rules, players, seed, terms, sheet)
    outcome = match.play()
    return outcome, sheet.record(match.state, players, seed)


def simulate_many(
    count: int,
    rules: BankoutRuleSet | None = None,
    players: tuple[str, str] = ("steady", "steady"),
    seed: int = 0,
    terms: Terms | None = None,
) -> Iterator[SimulatedOutcome]:
    """Play ``count`` matches, each from a seed of its own, derived from the run's."""
    for number in range(count):
        yield simulate(rules, players, seed_of(seed, number), terms)


def _match(
    rules: BankoutRuleSet | None, players: tuple[str, str], seed: int, terms: Terms | None, sheet: Sheet | None
) -> SimulatedMatch:
    rules = BankoutRuleSet() if rules is None else rules
    first, second = (player(name, rules.format) for name in players)
    return SimulatedMatch(rules, (first, second), seed, terms or Terms(), sheet)
