"""Records over the API: the report is the referee's to the byte, a refusal names every place, and nothing breaks it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules_engine import games
from rules_engine.api.throttles import Visitors
from rules_engine.record import GameRecord, RecordError
from rules_engine.record.reading import load, parse
from rules_engine.record.writing import to_json, to_text
from rules_engine.rules.readings import Changes, under
from tests.forms import in_form, sample
from tests.rules_engine.golden.cases import load_cases
from tests.rules_engine.play import play_record

CHECK, CONVERT = "/api/v1/records/check/", "/api/v1/records/convert/"
CASES = [case for case in load_cases() if case.unreadable is None]
UNREADABLE = [case for case in load_cases() if case.unreadable is not None]
PLAIN, JSON = "text/plain", "application/json"


def post(address: str, body: str | bytes, form: str = PLAIN, **headers: str) -> Any:
    return Client(headers=headers).generic("POST", address, body, content_type=form)


def read(text: str) -> GameRecord:
    return parse(load(text.encode()), games.language_of)


def places(error: RecordError) -> list[dict[str, Any]]:
    return [dict(msgspec.to_builtins(place)) for place in error.places]


def test_the_report_is_the_referee_s(subtests: pytest.Subtests) -> None:
    for case in sample(8, CASES):
        with subtests.test(f"{case.topic}: {case.name}"):
            address = CHECK if case.time_box is None else f"{CHECK}?time_box={case.time_box}"
            cache.clear()  # a visitor may not ask so often

            response = post(address, case.record)

            assert response.status_code == 200
            assert response["Content-Type"] == JSON
            assert response.content == games.referee(read(case.record), case.time_box).to_json()


@pytest.mark.parametrize("seed", range(4))
def test_text_and_json_of_a_match_give_the_same_report(seed: int) -> None:
    record = play_record(seed)

    as_text = post(CHECK, to_text(record, games.get("bankout").language))
    as_json = post(CHECK, to_json(record), JSON)

    assert as_text.content == as_json.content == games.referee(record).to_json()


def test_the_report_has_the_keys_of_the_record_text_in_its_order() -> None:
    report = json.loads(post(CHECK, "Round 1, A first\nA: 7 B 5").content)

    assert list(report) == ["valid", "result", "rounds", "findings"]
    assert list(report["result"]) == ["status", "winner", "round_wins", "totals", "pot", "decided_by"]
    assert list(report["rounds"][0]) == ["round", "winner", "banks", "turns"]
    assert list(report["rounds"][0]["turns"][0]) == ["seat", "ended_by", "gained", "banks"]
    assert list(report["findings"][0]) == [
        "code", "kind", "rule", "round", "turn", "action", "seat", "message", "remedy", "reading",
    ]  # fmt: skip


def test_a_record_that_cannot_be_read_is_refused_with_every_place(subtests: pytest.Subtests) -> None:
    for case in UNREADABLE:
        for address in [CHECK, CONVERT]:
            with subtests.test(case.name, address=address):
                with pytest.raises(RecordError) as caught:
                    read(case.record)

                response = post(address, case.record, JSON if case.record.lstrip().startswith("{") else PLAIN)

                assert response.status_code == 422
                assert response.json() == {
                    "code": "unreadable",
                    "detail": "The record cannot be read.",
                    "field": None,
                    "details": places(caught.value),
                    "errors": {},
                }
                assert response.json()["details"]


# Other terms


def test_a_record_is_judged_under_the_terms_of_the_address() -> None:
    text = '[format "blitz"] [variants "shield_token"]\nRound 1, A first\nA: 5 A A A 6 B'
    changes = Changes(
        {"edition": "complete", "format": "blitz", "jokers": False}, {"shield_token": False}, {"deck_out": "immediate"}
    )

    response = post(
        f"{CHECK}?edition=complete&format=blitz&jokers=off&variant=shield_token=off&option=deck_out=immediate", text
    )

    assert response.content == games.referee(under(read(text), changes)).to_json()
    assert response.json()["valid"]
    assert not post(CHECK, text).json()["valid"]


@pytest.mark.parametrize(
    ("query", "code", "details"),
    [
        ("edition=third", "configuration", ['edition is "guide" or "complete", not "third".']),
        (
            "option=deck_oust=1&option=swap_scope=all&variant=light_jokers=on",
            "configuration",
            [
                "light_jokers belongs to blitz; this match is bankout (BO-8.1).",
                'There is no option "deck_oust".',
                'swap_scope is "round" or "total", not "all".',
            ],
        ),
        ("option=deck_out", "configuration", ["deck_out"]),
        ("jokers=perhaps", "configuration", ["perhaps"]),
        ("variant=shield_token=maybe", "configuration", ["maybe"]),
        ("time_box=0", "time_box", []),
        ("time_box=-1", "time_box", []),
        ("time_box=soon", "time_box", []),
        ("time_box=", "time_box", []),
    ],
)
def test_terms_that_cannot_be_are_all_said(query: str, code: str, details: list[str]) -> None:
    response = post(f"{CHECK}?{query}", "Round 1, A first\nA: 5 B")

    assert response.status_code == 422
    assert response.json()["code"] == code
    assert response.json()["details"] == details


# Converting


@pytest.mark.parametrize("seed", range(4))
def test_a_record_goes_to_its_other_form_and_back(seed: int) -> None:
    record = play_record(seed, most_actions=300)
    text = to_text(record, games.get("bankout").language)

    as_json = post(CONVERT, text)
    back = post(CONVERT, as_json.content, JSON)

    assert as_json["Content-Type"] == JSON
    assert as_json.content.decode() == to_json(read(text))
    assert back["Content-Type"] == "text/plain; charset=utf-8"
    assert back.content.decode() == text


@pytest.mark.parametrize(("to", "form"), [("json", JSON), ("text", "text/plain; charset=utf-8")])
def test_a_record_is_written_in_the_form_asked_for(to: str, form: str) -> None:
    text = '[game "bankout"]\n[A "佐藤"]\n\nRound 1, A first\nA: 7 B  ; “so”\n'

    response = post(f"{CONVERT}?to={to}", text)

    assert response["Content-Type"] == form
    assert read(response.content.decode()) == read(text)


def test_a_form_that_there_is_not_is_refused() -> None:
    response = post(f"{CONVERT}?to=pdf", "Round 1, A first\nA: 7 B")

    assert (response.status_code, response.json()["field"]) == (422, "to")


def test_who_asks_for_text_gets_a_refusal_all_the_same() -> None:
    response = post(CONVERT, "Round 1, A first\nA: oops", accept="text/plain")

    assert response.status_code == 422
    assert json.loads(response.content)["details"][0]["token"] == "oops"


# Whatever is sent


@pytest.mark.parametrize("address", [CHECK, CONVERT])
def test_too_much_is_refused_before_it_is_read(address: str) -> None:
    response = post(address, b"A" * (games.max_bytes() + 1))

    assert response.status_code == 413
    assert response.json()["detail"] == "This is too large: more than 4,000,000 bytes."


@pytest.mark.parametrize("address", [CHECK, CONVERT])
@pytest.mark.parametrize("form", ["multipart/form-data; boundary=x", "image/png", "application/x-www-form-urlencoded"])
def test_an_unsupported_content_type_is_refused(address: str, form: str) -> None:
    response = post(address, b"Round 1", form)

    assert response.status_code == 415
    assert form.split(";")[0] in response.json()["detail"]


@pytest.mark.parametrize("address", [CHECK, CONVERT])
def test_only_posts_are_answered(address: str) -> None:
    response = Client().get(address)

    assert response.status_code == 405
    assert "POST" in response.headers["Allow"]


@settings(max_examples=in_form(gate=20, long=200))
@given(st.binary(max_size=300) | st.text(st.characters(exclude_categories=["Cs"]), max_size=300).map(str.encode))
@example(b"")
@example(b"\x00")
@example(b"\xff\xfe")
@example(b'{"seats": {"A": "\\ud800"}, "rounds": []}')
@example(b'{"rounds": [{"round": 1, "first": "A", "turns": [{"seat": "A", "actions": ["\\ud800"]}]}]}')
@example(b'{"rounds": ' + b"[" * 100_000)
@example(b"{" * 100_000)
@example(b"null")
@example(b'{"rounds": [], "record": 1e400}')
def test_nothing_that_is_sent_makes_it_fail(body: bytes) -> None:
    cache.clear()
    for form in (PLAIN, JSON):
        for address in (CHECK, CONVERT):
            response = post(address, body, form)
            assert response.status_code in (200, 422)
            assert response.status_code == 200 or response.json()["details"]


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=in_form(gate=20, long=200))
@given(st.fixed_dictionaries({}, optional=dict.fromkeys(("rules", "seats", "rounds", "tags", "game"), JSON_VALUES)))
def test_no_json_makes_it_fail(body: dict[str, Any]) -> None:
    cache.clear()

    response = post(CHECK, json.dumps(body), JSON)

    assert response.status_code in (200, 422)
    assert response.status_code == 200 or response.json()["details"]


def test_visitors_are_held_to_a_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Visitors, "rate", "3/min")

    answers = [post(CHECK, "Round 1, A first\nA: 5 B") for _ in range(5)]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert answers[4].json()["code"] == "throttled"
    assert 0 < int(answers[4].headers["Retry-After"]) <= 60


def test_a_header_does_not_make_another_visitor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Visitors, "rate", "1/min")

    first = post(CHECK, "Round 1, A first\nA: 5 B", **{"x-forwarded-for": "10.0.0.1"})
    second = post(CHECK, "Round 1, A first\nA: 5 B", **{"x-forwarded-for": "10.0.0.2"})

    assert (first.status_code, second.status_code) == (200, 429)
    assert int(second.headers["Retry-After"]) <= 60
