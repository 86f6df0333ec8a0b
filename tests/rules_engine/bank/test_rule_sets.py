"""BK-1: the rule sets, their presets, what cannot be, and that every one of them can be played to its end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules_engine.bank.cards import best_score
from rules_engine.bank.ruleset import BankRuleSet
from rules_engine.bank.simulate.rule_sets import all_rule_sets
from rules_engine.rules.configuration import ConfigurationError
from tests.forms import in_form, sample
from tests.rules_engine.bank.games import dealt


def test_bk_1_12_the_dimensions_give_the_published_number() -> None:
    every_one = all_rule_sets()
    assert len(every_one) == 32_256

    tried = sample(5, every_one)
    assert len({BankRuleSet.from_mapping(raw).content_hash() for raw in tried}) == len(tried)


def test_bk_5_every_rule_set_is_played_to_its_end() -> None:
    chosen = Random(2015).sample(all_rule_sets(), in_form(gate=150, long=32_256))
    for seed, raw in enumerate(chosen):
        dealer, _record = dealt(seed, BankRuleSet.from_mapping(raw))
        assert dealer.state.ended_by
        assert [finding.code for finding in dealer.findings.found if finding.kind != "note"] == []


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("simple", {"withdrawal": "standard", "bank_size": "unlimited", "five_o": False, "thieves": "none"}),
        (
            "advanced",
            {"withdrawal": "balanced", "bank_size": "moneybox", "box_limit": 10, "thieves": "both"}
            | {"scoring": "advanced", "end": "standard"},
        ),
        ("five_o", {"bank_size": "sievebox", "box_limit": 5, "five_o": 50, "thieves": "none", "scoring": "standard"}),
    ],
)
def test_bk_1_13_presets(preset: str, expected: dict[str, Any]) -> None:
    rules = BankRuleSet.from_mapping({"preset": preset}).to_mapping()

    assert {key: rules[key] for key in expected} == expected
    assert BankRuleSet.from_mapping(rules).to_mapping() == rules


def test_bk_6_18_the_advanced_preset_with_its_end_rule() -> None:
    rules = BankRuleSet.from_mapping({"preset": "advanced", "options": {"advanced_preset": "end"}})
    assert (rules.scoring, rules.end) == ("standard", "rotating")
    own = BankRuleSet.from_mapping({"preset": "advanced", "end": "standard", "options": {"advanced_preset": "end"}})
    assert (own.scoring, own.end) == ("standard", "standard")


@pytest.mark.parametrize(
    ("raw", "place", "said"),
    [
        ({"bank_size": "moneybox", "box_limit": 3, "four_kings": True}, ("four_kings",), "four cards or more"),
        ({"preset": "five_o", "five_o": 51}, ("five_o",), "scores 50 at most"),
        ({"preset": "five_o", "scoring": "advanced", "five_o": 91}, ("five_o",), "scores 90 at most"),
        ({"tricks": []}, ("tricks",), "At least one trick"),
        ({"box_limit": 0}, ("box_limit",), "from 1 to 52"),
        ({"deck": "none"}, ("deck",), "deck is"),
    ],
)
def test_bk_1_14_what_cannot_be(raw: dict[str, Any], place: tuple[str, ...], said: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        BankRuleSet.from_mapping(raw)

    assert [problem.path for problem in caught.value.details] == [place]
    assert said in str(caught.value)


@pytest.mark.parametrize(("cards", "advanced", "most"), [(5, False, 50), (5, True, 90), (10, True, 184)])
def test_bk_1_14_what_a_box_can_score(cards: int, advanced: bool, most: int) -> None:
    assert best_score(cards, advanced) == most


@pytest.mark.parametrize("said", [True, "on", 50, "50"])
def test_five_o_may_be_switched_on(said: object) -> None:
    assert BankRuleSet.from_mapping({"five_o": said}).five_o == 50
