"""The odds over the API: those of the engine, and every reason why a situation cannot be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.bankout.odds import advise
from rules_engine.bankout.odds.asking import KEYS, question
from tests.forms import in_form

END_GAME = {"pile": {"2": 2, "7": 1, "J": 1, "A": 1}, "loot": 20, "jacks": 1, "hand": "K", "bank": 300}


def post(body: object) -> Any:
    raw = body if isinstance(body, bytes) else json.dumps(body)
    return Client().post("/api/v1/odds/", raw, content_type="application/json")


@pytest.mark.parametrize(
    "values",
    [
        END_GAME,
        END_GAME | {"goal": 340},
        END_GAME | {"rules": {"format": "blitz", "options": {"deck_out": "immediate"}}, "round": 3, "hand": ["X"]},
        {"pile": {"Q": 1}, "round": 2, "hidden": 1},
    ],
)
def test_the_odds_are_the_engine_s(values: dict[str, Any]) -> None:
    asked = question(values)

    response = post(values)

    assert response.status_code == 200
    assert response.json() == advise(asked.situation, asked.goal).to_dict()


def test_the_worked_example_of_bo_11_8() -> None:
    pile = {str(face): 3 for face in range(2, 11)} | {"J": 3, "A": 4, "Q": 3, "K": 3}

    told = post({"pile": pile, "jacks": 1, "loot": 65, "hand": "K"}).json()

    assert told["risk"]["published"] == 0.1
    assert told["thresholds"]["published_king"] == 60
    assert told["published"] == "king"


def test_an_amount_that_is_too_large_is_told_the_bound() -> None:
    told = post({"loot": 10**7}).json()["details"]
    assert told == ["loot must be a whole number from 0 to 999,999, not 10000000."]


def test_everything_that_cannot_be_is_said_at_once() -> None:
    response = post({"jacks": 5, "lot": 30, "hand": "K 7", "round": 9})

    assert response.status_code == 422
    assert response.json()["code"] == "situation"
    assert response.json()["details"] == [
        "A situation has no field 'lot'.",
        "round must be a number from 1 to 3, or SD, not 9.",
        "A hand holds Queens, Kings and Jokers only.",
        "Enter at most two Jacks: the third ends the turn (BO-5.5).",
    ]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"7", b"null", b"\xff", b"[" * 100_000, b'{"loot": "\\ud800"}'])
def test_an_invalid_situation_is_refused(body: bytes) -> None:
    response = post(body)

    assert response.status_code == 422
    assert response.json()["detail"]


VALUES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9) | st.lists(
    st.text(max_size=3), max_size=4
)  # fmt: skip


@settings(max_examples=in_form(gate=20, long=200))
@given(
    st.dictionaries(st.sampled_from(sorted(KEYS)), VALUES | st.dictionaries(st.text(max_size=3), VALUES), max_size=5)
)
def test_no_situation_makes_it_fail(values: dict[str, Any]) -> None:
    cache.clear()
    values.setdefault("pile", END_GAME["pile"])

    response = post(values)

    assert response.status_code in (200, 422)
    assert response.status_code == 200 or response.json()["detail"]


def test_odds_are_asked_less_often_than_anything_else() -> None:
    *asked, refused = [post({"jacks": 9}) for _ in range(21)]

    assert {answer.status_code for answer in asked} == {422}
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert 0 < int(refused.headers["Retry-After"]) <= 60


def test_no_page_of_a_player_leads_to_the_odds() -> None:
    templates = Path(__file__).resolve().parents[3] / "templates"
    texts = [path.read_text() for path in templates.rglob("*.html")]

    assert texts
    assert not [text for text in texts if "/odds" in text or "'odds'" in text]


def test_the_game_can_be_named_and_one_without_odds_is_refused() -> None:
    client = Client()
    named = client.post("/api/v1/odds/?game=bankout", "{}", content_type="application/json")
    unknown = client.post("/api/v1/odds/?game=chess", "{}", content_type="application/json")

    assert named.json() == post({}).json()
    assert unknown.status_code == 422
    assert (unknown.json()["code"], unknown.json()["field"]) == ("game", "game")
