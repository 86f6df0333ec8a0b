"""RuleSet: defaults, refusals with every reason, JSON both ways, hash."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from random import Random

import pytest

from rules_engine.bankout.ruleset import OPTIONS, VARIANTS, BankoutRuleSet
from rules_engine.rules.configuration import ConfigurationError
from tests.rules_engine.play import random_rules

RULES = Path(__file__).parents[3] / "docs" / "rules" / "bankout.md"


def problems(**rules: object) -> list[str]:
    with pytest.raises(ConfigurationError) as caught:
        BankoutRuleSet.from_mapping(rules)
    return caught.value.problems


def test_the_defaults_are_those_of_the_record_text() -> None:
    rules = BankoutRuleSet.from_mapping({})
    assert (rules.edition, rules.format, rules.jokers, rules.variants) == ("guide", "bankout", True, frozenset())
    assert rules == BankoutRuleSet()


@pytest.mark.parametrize(("edition", "order", "replaces"), [("guide", "after", False), ("complete", "before", True)])
def test_two_options_default_by_edition(edition: str, order: str, replaces: bool) -> None:
    rules = BankoutRuleSet(edition=edition)
    assert (rules.auto_queen_order, rules.shield_replaces_counter) == (order, replaces)
    other = BankoutRuleSet(edition=edition, shield_replaces_counter=not replaces)
    assert other.shield_replaces_counter is not replaces


def test_every_switch_of_section_10_is_an_option_with_the_texts_default() -> None:
    table = RULES.read_text().split("## 10 ")[1].split("## 11 ")[0]
    named: dict[str, tuple[str, str]] = {}
    for rule, names, default in re.findall(r"^\| (BO-10\.\d+)((?: `\w+`,?)+) \|[^|]*\| ([^|]*) \|", table, re.M):
        for name in re.findall(r"`(\w+)`", names):
            named[name] = (rule, default)
    assert set(named) == set(OPTIONS) - {"overhand_default"}
    for name, (rule, default) in named.items():
        assert OPTIONS[name].rule == rule
        if name not in ("auto_queen_order", "shield_round_two", "shield_replaces_counter"):
            assert default.startswith(f"`{str(OPTIONS[name].default('guide')).lower()}`")


def test_a_variant_that_does_not_fit_the_format_is_refused() -> None:
    for name, variant in VARIANTS.items():
        rule, home = variant.rule, variant.home
        for format_ in ("bankout", "blitz"):
            if home in (None, format_):
                assert name in BankoutRuleSet.from_mapping({"format": format_, "variants": [name]}).variants
            else:
                assert rule in problems(format=format_, variants=[name])[0]


def test_a_single_joker_needs_a_round_that_the_match_has() -> None:
    rules = {"format": "blitz", "variants": ["light_jokers", "short_blitz"]}
    assert "light_joker_round" in problems(**rules, options={"light_joker_round": 3})[0]
    assert BankoutRuleSet.from_mapping({**rules, "options": {"light_joker_round": 1}}).jokers_in(1) == 1


def test_all_problems_are_named_at_once() -> None:
    found = problems(
        edition="gide",
        format="poker",
        jokers="yes",
        variants=["nothing", 5],
        options={"deck_out": "later", "latent_triger": "any_jack", "light_joker_round": True, "bonus_in_pot": 1},
    )
    assert len(found) == 9
    assert 'edition is "guide" or "complete", not "gide".' in found
    assert 'There is no option "latent_triger".' in found


@pytest.mark.parametrize("rules", [{"variants": 0}, {"variants": "shield_token"}, {"options": []}, {"options": None}])
def test_wrong_shapes_are_refused(rules: dict[str, object]) -> None:
    assert problems(**rules)


def test_the_mapping_gives_an_equal_rule_set_with_the_same_hash() -> None:
    rng = Random(1)
    seen = set()
    for _ in range(200):
        rules = random_rules(rng)
        same = BankoutRuleSet.from_mapping(rules.to_mapping())
        assert same == rules
        assert hash(same) == hash(rules)
        assert same.content_hash() == rules.content_hash()
        seen.add(rules.content_hash())
    assert len(seen) > 190


def test_it_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        BankoutRuleSet().edition = "complete"  # type: ignore[misc]


def test_what_an_event_changed() -> None:
    rules = BankoutRuleSet(
        edition="complete", auto_queen_order="before", deck_out="immediate", overhand_default="random"
    )
    assert rules.changed_options() == {"deck_out": "immediate", "overhand_default": "random"}


@pytest.mark.parametrize(
    ("rules", "counts", "held"),
    [
        (BankoutRuleSet(), (0, 1, 2), (False, False, True)),
        (BankoutRuleSet(jokers=False), (0, 0, 0), (False, False, False)),
        (BankoutRuleSet(format="blitz", variants=frozenset({"light_jokers"})), (0, 1, 0), (False, False, False)),
        (
            BankoutRuleSet(format="blitz", variants=frozenset({"light_jokers"}), light_joker_round=3),
            (0, 0, 1),
            (False, False, True),
        ),
    ],
)
def test_jokers_by_round(rules: BankoutRuleSet, counts: tuple[int, ...], held: tuple[bool, ...]) -> None:
    assert tuple(rules.jokers_in(number) for number in (1, 2, 3)) == counts
    assert tuple(rules.jokers_held_in(number) for number in (1, 2, 3)) == held
