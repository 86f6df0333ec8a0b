"""The policies that games ship with: each can be read under every profile, and knows the findings of its game."""

from __future__ import annotations

from typing import Any

import pytest

from judging.policies.shipped_queries import default_data, resolved
from judging.policy import general_data, whole_data
from judging.policy.editing import value_at
from rules_engine import games
from rules_engine.game import Game

with_policy = pytest.mark.parametrize(
    "game", [game for game in games.all_games() if game.policy is not None], ids=lambda game: game.key
)


def repeated(general: Any, own: Any, place: str = "") -> list[str]:
    """The places where a game's file states what the general policy states already."""
    if isinstance(general, dict) and isinstance(own, dict):
        return [found for key in own if key in general for found in repeated(general[key], own[key], f"{place}.{key}")]
    if isinstance(general, list) and isinstance(own, list) and own and isinstance(own[0], dict):
        rows = {row.get("code") or row.get("key"): row for row in general}
        named = [(row.get("code") or row.get("key"), row) for row in own]
        return [
            found for name, row in named for found in repeated(rows.get(name, {}), without_name(row), f"{place}.{name}")
        ]
    return [place] if general == own else []


def without_name(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in ("code", "key")}


@with_policy
def test_a_game_states_only_what_differs_from_the_general_policy(game: Game) -> None:
    assert repeated(general_data(), game.policy) == []


def test_a_game_s_policy_is_laid_over_the_general_one() -> None:
    own = {
        "policy": "house",
        "time": {"round_cap_minutes": {"max": 90}},
        "roles": ["head"],
        "infractions": [{"code": "GP-HOUSE", "name": "House rule"}, {"code": "TM-SLOW", "rule": "HO-1"}],
    }
    general, whole = general_data(), whole_data(own)
    slow = next(row for row in general["infractions"] if row["code"] == "TM-SLOW")

    assert whole["policy"] == "house"
    assert whole["time"] == general["time"] | {"round_cap_minutes": {"min": 20, "max": 90}}
    assert whole["roles"] == ["head"]
    assert whole["infractions"] == [own["infractions"][0], slow | {"rule": "HO-1"}]
    assert {key for key in general if whole[key] != general[key]} == {"policy", "time", "roles", "infractions"}


@with_policy
@pytest.mark.parametrize("profile", ["learning", "competitive", "blitz"])
def test_each_profile_is_a_policy(game: Game, profile: str) -> None:
    policy = resolved(game.key, profile)

    assert {infraction.button for infraction in policy.infractions} <= {one.label for one in policy.buttons}
    assert {one.rule for one in policy.infractions if one.rule} <= set(game.rulebook.rules)


@with_policy
def test_a_finding_leads_to_one_infraction(game: Game) -> None:
    named = [code for one in default_data(game.key)["infractions"] for code in one.get("findings", ())]

    assert len(named) == len(set(named))
    assert set(named) <= set(game.notes.findings)


@with_policy
def test_what_the_rules_decide_has_a_word_for_each_value(game: Game) -> None:
    options = {switch.key: switch for switch in game.schema.switches}

    for name, term in resolved(game.key).rule_terms.items():
        assert set(term.words) == {str(value) for value in options[term.option].values}, name
        assert value_at(default_data(game.key), name) is None, "a setting of its own"


@with_policy
def test_the_rules_of_a_matter_and_of_a_button_are_the_game_s(game: Game) -> None:
    policy = resolved(game.key)
    settings = game.rule_set({}).to_mapping()

    for matter in policy.matters.values():
        assert {*matter.rules, *matter.outcome_rules.values()} <= set(game.rulebook.rules)
        assert set(matter.outcome_faults) <= set(matter.outcome_rules)
    for button in policy.buttons:
        assert not button.only_with or button.only_with in {**settings, **settings["options"]}


@pytest.mark.parametrize("key", ["bank", "stage"])
def test_every_fault_of_a_player_is_in_the_policy(key: str) -> None:
    named = {code for one in default_data(key)["infractions"] for code in one.get("findings", ())}
    charged = {code for code, text in games.get(key).notes.findings.items() if text.kind in ("illegal", "missed")}

    assert charged <= named
