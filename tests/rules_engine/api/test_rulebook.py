"""The rulebook and the games over the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from rules_engine import games
from rules_engine.bankout.game import GAME as BANKOUT
from rules_engine.bankout.ruleset import OPTIONS, VARIANTS
from rules_engine.bankout.texts.messages import FINDING_TEXTS

BOOK = BANKOUT.rulebook


def get(address: str, **query: object) -> Any:
    response = Client().get(f"/api/v1/{address}/", query)
    assert response.status_code == 200
    return response.json()


def test_the_rules_come_in_pages_in_the_order_of_the_book() -> None:
    first = get("rules", page_size=100, game="bankout")
    second = get("rules", page_size=100, page=2, game="bankout")

    assert list(first) == ["count", "next", "previous", "results"]
    assert first["count"] == len(BOOK.rules)
    assert [rule["id"] for rule in first["results"] + second["results"]] == list(BOOK.rules)


def test_a_rule_of_the_list_has_its_text_and_section() -> None:
    rule = next(rule for rule in get("rules", page_size=1000)["results"] if rule["id"] == "BO-10.6")

    assert rule == {
        "id": "BO-10.6",
        "game": "bankout",
        "section": 10,
        "section_title": "Readings and their options",
        "text": BOOK.rules["BO-10.6"].text,
        "names": ["deck_out"],
        "more": BOOK.rules["BO-10.6"].more,
        "references": [],
    }


def test_words_and_section_narrow_the_list() -> None:
    assert {rule["id"] for rule in get("rules", q="queen window", game="bankout")["results"]} == {
        rule.id for rule in BOOK.find("queen window")
    }
    assert {rule["section"] for rule in get("rules", section=7)["results"]} == {7}
    assert get("rules", q="zebra")["results"] == []
    assert get("rules", page_size=1000)["count"] == sum(len(game.rulebook.rules) for game in games.all_games())
    assert Client().get("/api/v1/rules/", {"game": "chess"}).json()["errors"]["game"]


def test_every_rule_is_there_with_its_switches_and_findings(subtests: pytest.Subtests) -> None:
    for rule in BOOK.rules:
        with subtests.test(rule=rule):
            told = get(f"rules/{rule}")

            assert told["id"] == rule
            assert [option["name"] for option in told["options"]] == [
                name for name, option in OPTIONS.items() if option.rule == rule
            ]
            assert [variant["name"] for variant in told["variants"]] == [
                name for name, variant in VARIANTS.items() if variant.rule == rule
            ]
            assert [one["code"] for one in told["findings"]] == [
                code for code, text in FINDING_TEXTS.items() if rule in text.rules
            ]
            assert all("{" not in one["message"] + one["remedy"] for one in told["findings"])


def test_a_switch_has_its_values_and_the_default_of_each_edition() -> None:
    shield = get("rules/bo-10.7")["options"][1]

    assert shield == {
        "name": "shield_replaces_counter",
        "rule": "BO-10.7",
        "values": [False, True],
        "default": {"guide": False, "complete": True},
    }


@pytest.mark.parametrize("rule", ["BO-99.1", "x", "BO-5.7x", "%00"])
def test_an_unknown_rule_is_not_found(rule: str) -> None:
    response = Client().get(f"/api/v1/rules/{rule}/")

    assert response.status_code == 404
    assert response.json()["detail"]


def test_the_games_are_those_of_the_registry() -> None:
    told = get("games")

    assert [game["key"] for game in told] == [game.key for game in games.all_games()]
    bankout = told[0]
    assert (bankout["seats"], bankout["cap_minutes"]) == ([2, 2], [20, 25])
    assert bankout["presets"][1] == {
        "key": "competitive",
        "name": "Competitive",
        "rules": {"format": "blitz", "jokers": False},
        "cap_minutes": 20,
    }


@pytest.mark.parametrize("address", ["rules/?qq=queen", "rules/BO-5.2/?lang=de", "games/?page=2"])
def test_unknown_parameters_are_refused(address: str) -> None:
    response = Client().get(f"/api/v1/{address}")
    assert (response.status_code, response.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize(
    "address", ["records/check/?edtion=complete", "records/convert/?form=text", "odds/?games=bankout"]
)
def test_unknown_parameters_of_records_and_odds_are_refused(address: str) -> None:
    response = Client().post(f"/api/v1/{address}", "{}", content_type="application/json")
    unknown = address.partition("?")[2].partition("=")[0]
    assert (response.status_code, response.json()["details"]) == (400, [unknown])
    assert response.json()["errors"] == {unknown: ["Unknown parameter."]}
