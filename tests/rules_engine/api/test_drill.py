"""The drill over the API: positions by their numbers and of records, grades, and every reason for a refusal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tests.undone import undone

URL = "/api/v1/drill/"
RECORD = '[game "bankout"]\n\nRound 1, A first\nA: K J 10 10 10 10 9 9 9 9 8 8 B\nB: 7 Q 5 B\n'
pytestmark = pytest.mark.django_db


def get(**asked: Any) -> Any:
    return Client().get(URL, asked)


def post(body: object) -> Any:
    return Client().post(URL, json.dumps(body), content_type="application/json")


def test_a_position_is_the_same_each_time_and_its_situation_is_one_for_the_odds() -> None:
    asked = {"seed": 7, "number": 3, "format": "blitz", "jokers": "false", "kind": "plain"}
    told = get(**asked).json()
    assert told == get(**asked).json()
    assert [act["act"] for act in told["acts"]] == ["draw", "bank"]
    assert told["grade"] is None
    assert told["count"] is None
    odds = Client().post("/api/v1/odds/", json.dumps(told["situation"]), content_type="application/json").json()
    graded = {act: post({**asked, "act": act}).json()["grade"] for act in ("draw", "bank")}
    for act, grade in graded.items():
        assert grade["worth"] == pytest.approx(odds["best"]["worth"])
        assert grade["best"] == odds["best"]["act"]
        assert grade["cost"] == pytest.approx(max(grade["worth"].values()) - grade["worth"][act], abs=0.005)
    assert min(grade["cost"] for grade in graded.values()) == 0


def test_the_link_shows_the_same_position() -> None:
    told = get(kind="king", close="on").json()
    assert get(kind="king", close="off").json() == get(kind="king").json()
    page = Client().get(told["link"]).content.decode()
    for act in told["acts"]:
        assert f'value="{act["act"]}"' in page
    assert f"<dd>{told['situation']['hidden']}</dd>" in page


def test_a_record_is_asked_and_graded() -> None:
    first = post({"record": RECORD}).json()
    last = post({"record": RECORD, "number": first["count"], "act": "bank"}).json()
    assert post({"record": RECORD, "seat": "A"}).json()["count"] == first["count"]
    assert post({"record": RECORD, "seat": "B"}).json()["errors"]["number"]
    assert last["number"] == first["count"] > 5
    assert (last["grade"]["best"], last["grade"]["cost"]) == ("king", 92)
    assert Client().get(last["link"]).status_code == 200


def test_what_is_wrong_is_said_at_its_field(subtests: pytest.Subtests) -> None:
    for body, field in [
        ({"kind": "luck"}, "kind"),
        ({"seed": -1}, "seed"),
        ({"seed": "x"}, "seed"),
        ({"number": 0}, "number"),
        ({"game": "stage"}, "game"),
        ({"players": ["steady"]}, "players"),
        ({"luck": 1}, "luck"),
        ({"format": "blitz", "jokers": False, "kind": "joker"}, "kind"),
        ({"act": "swim"}, "act"),
        ({"record": RECORD, "number": 99}, "number"),
        ({"record": RECORD, "seed": 3}, "seed"),
        ({"record": RECORD, "format": "blitz"}, "format"),
        ({"seat": "A"}, "seat"),
        ({"number": 10**4000}, "number"),
        ({"record": '[game "bankout"] [format "chess"]\n'}, "record"),
    ]:
        with subtests.test(body=body, field=field), undone():
            answer = post(body)
            assert answer.status_code == 422
            told = answer.json()
            assert told["field"] == field
            assert told["errors"][field]


def test_what_cannot_be_read_is_refused() -> None:
    assert Client().post(URL, b"{", content_type="application/json").status_code == 422
    assert Client().post(URL, b'{"number": %s}' % (b"9" * 5000), content_type="application/json").status_code == 422
    assert post([]).json()["code"] == "unreadable"
    assert post({"record": RECORD.replace("[game", '[A "\ud800"] [game')}).json()["code"] == "unreadable"
    assert post({"record": "A: nonsense"}).json()["code"] == "unreadable"
    assert get(luck=1).status_code == 400
    assert Client().post(URL + "?seed=1", b"{}", content_type="application/json").status_code == 400
