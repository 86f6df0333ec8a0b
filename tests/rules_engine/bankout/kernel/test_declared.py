"""The kernel refuses what it has not declared, and the readable engine plays it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rules_engine.bankout.kernel.declared import READINGS, VARIANTS, played_slowly, undeclared
from rules_engine.bankout.kernel.plays import Run
from rules_engine.bankout.ruleset import OPTIONS, BankoutRuleSet
from rules_engine.bankout.ruleset import VARIANTS as KNOWN
from rules_engine.bankout.simulate.runs import _lines, totals_of
from rules_engine.bankout.simulate.summary import summary_of
from rules_engine.play.simulation import SimulationRun
from rules_engine.rules.configuration import ConfigurationError

BLITZ = BankoutRuleSet(format="blitz")
READABLE_ALONE: frozenset[str] = frozenset()
"""Variants that the readable engine alone plays so far: analyses, plans and campaigns under them are slow."""


def with_a_new_rule(**changed: object) -> BankoutRuleSet:
    """A rule set as it is once somebody has added a rule to the readable engine alone."""
    rules = BankoutRuleSet(format="blitz")
    for name, value in changed.items():
        object.__setattr__(rules, name, value)
    return rules


NEW = with_a_new_rule(variants=frozenset({"third_joker"}))


def test_the_kernel_plays_every_rule_of_today_but_those_that_are_named_here() -> None:
    assert set(KNOWN) - READABLE_ALONE == VARIANTS
    assert {name: set(setting.values) for name, setting in OPTIONS.items()} == {
        name: set(values) for name, values in READINGS.items() if name not in ("edition", "format", "jokers")
    }
    assert undeclared(BLITZ) == []
    assert not played_slowly(BLITZ)


def test_what_is_new_is_named_and_refused() -> None:
    assert undeclared(NEW) == ["third_joker"]
    assert undeclared(with_a_new_rule(deck_out="no_deck", format="trio")) == ["deck_out", "format"]
    with pytest.raises(ConfigurationError, match="third_joker"):
        Run(NEW, ("steady", "steady"), 1)


@dataclass(frozen=True)
class WithANewField(BankoutRuleSet):
    """A rule set to which somebody has added a rule that is neither a variant nor an option."""

    decks: int = 2


def test_a_rule_of_a_new_kind_is_refused_too() -> None:
    assert undeclared(WithANewField()) == ["decks"]


class WithThreeInHand(BankoutRuleSet):
    hand_limit = 3


def test_a_hand_limit_that_its_cells_cannot_hold_is_refused() -> None:
    assert undeclared(WithThreeInHand()) == ["hand_limit"]


def test_the_readable_engine_plays_it_and_says_so() -> None:
    run = SimulationRun(NEW, ("steady", "steady"), seed=1)
    totals, _seconds = totals_of(run, 0, 2)
    assert totals == totals_of(SimulationRun(BLITZ, ("steady", "steady"), seed=1), 0, 2)[0], "the variant does nothing"
    assert any("third_joker" in line for line in _lines(summary_of(totals), run))
    with pytest.raises(ConfigurationError, match="third_joker"):
        totals_of(SimulationRun(NEW, ("steady", "steady"), seed=1, options={"engine": "kernel"}), 0, 2)
