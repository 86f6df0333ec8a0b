"""The planner's matches by the kernel: those of the readable simulator, turn for turn, and the same figures."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.bankout.kernel import traces as kernel
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate.traced import called_at_once, trace
from rules_engine.planning.matches import Lengths, Pace, Share
from rules_engine.planning.traces import Traces
from tests.forms import in_form

RULES: list[dict[str, Any]] = [
    {"format": "bankout", "jokers": True},
    {"format": "bankout", "jokers": False, "edition": "complete", "options": {"bankout_time_call": "rounds_only"}},
    {"format": "bankout", "jokers": True, "variants": ["seeding_edge"], "options": {"king_window": True}},
    {"format": "blitz", "jokers": True, "options": {"swap_scope": "total"}},
    {"format": "blitz", "jokers": False, "options": {"deck_out": "immediate"}},
]


def rules_of(raw: dict[str, Any]) -> BankoutRuleSet:
    return BankoutRuleSet.from_mapping(raw)


@pytest.mark.parametrize("raw", RULES, ids=lambda raw: f"{raw['format']}-{raw['jokers']}")
def test_the_kernel_traces_the_same_matches(raw: dict[str, Any]) -> None:
    rules = rules_of(raw)
    for name in ("steady", "bold"):
        assert kernel.traces(rules, name, 3, 5, 12).matches() == [
            trace(rules, name, 3, number) for number in range(5, 17)
        ]
        assert kernel.called_at_once(rules, name, 3, 12).matches() == [
            called_at_once(rules, name, 3, number) for number in range(12)
        ]


@pytest.mark.parametrize("raw", RULES, ids=lambda raw: f"{raw['format']}-{raw['jokers']}")
def test_a_plan_s_figures_agree_within_their_errors(raw: dict[str, Any]) -> None:
    """Other matches by each of the two, so that only the errors can account for a difference."""
    rules, pace, count = rules_of(raw), Pace(), in_form(gate=50, long=120)
    readable = Lengths(Traces.of(trace(rules, "steady", 8, number) for number in range(count)), pace)
    compiled = Lengths(kernel.traces(rules, "steady", 9, 0, 2 * count), pace)
    for cap in (20, None):
        one, other = readable.effect(cap), compiled.effect(cap)
        for name in ("reached", "changed", "drawn", "first"):
            assert _agree(getattr(one, name), getattr(other, name)), (cap, name)
        lengths = [found.ends(cap)[0] / 60 for found in (readable, compiled)]
        assert _agree(*(Share(float(own.mean()), float(own.std()) / len(own) ** 0.5) for own in lengths))


def _agree(one: Share, other: Share) -> bool:
    return abs(one.share - other.share) <= 4 * (one.error**2 + other.error**2) ** 0.5 + 0.01


def test_parts_of_a_run_are_joined_where_the_room_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of(RULES[0])
    whole = kernel.traces(rules, "steady", 3, 0, 8).matches()
    monkeypatch.setattr(kernel, "ROOM", 50)
    assert kernel.traces(rules, "steady", 3, 0, 8).matches() == whole
