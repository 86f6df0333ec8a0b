"""Matches of the kernel and the same ones of the readable simulator, which must agree word for word."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from rules_engine.bankout.kernel.declared import undeclared
from rules_engine.bankout.kernel.plays import Run
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import Sheet, SimulatedMatch, SimulatedOutcome, Terms, player
from rules_engine.bankout.simulate.counted import counted_streams
from rules_engine.record import GameRecord
from tests.rules_engine.bankout.simulate.cases import random_player, random_rules, random_terms

MATCH = 3
"""The match of each run that is compared."""


def declared_rules(chance: Random) -> BankoutRuleSet:
    """A random rule set that the kernel plays: a rule that is new to the readable engine is refused, not compared."""
    while undeclared(rules := random_rules(chance)):
        pass
    return rules


def random_run(seed: int) -> Run:
    """A run under random rules, with random players on both sides; every other one with Jokers and a swapper."""
    chance = Random(seed)
    rules, terms = declared_rules(chance), random_terms(chance)
    first, second = random_player(chance), random_player(chance)
    if seed % 2:
        rules, terms, second = replace(rules, jokers=True), replace(terms, cap_minutes=None), "swap_max"
    return Run(rules, (first, second), seed, terms)


@cache
def kernel_match(seed: int) -> tuple[SimulatedOutcome, GameRecord]:
    """What the kernel plays in a random run, and its record."""
    return random_run(seed).record(MATCH)


def readable_match(run: Run, number: int = MATCH) -> tuple[SimulatedOutcome, GameRecord]:
    """The same match by the readable simulator."""
    first, second = (player(name, run.rules.format) for name in run.players)
    sheet = Sheet(claims=True)
    match = SimulatedMatch(run.rules, (first, second), counted_streams(run.seed, number), run.terms, sheet)
    outcome = match.play()
    return outcome, sheet.record(match.state, run.players, run.seed)


def short_run(player_name: str, opponent: str = "steady", **rules: object) -> Run:
    """A short match of Blitz between two players."""
    given = {"format": "blitz", "variants": frozenset({"short_blitz"}), **rules}
    return Run(BankoutRuleSet(**given), (player_name, opponent), 5, Terms(most_actions=3_000))  # type: ignore[arg-type]
