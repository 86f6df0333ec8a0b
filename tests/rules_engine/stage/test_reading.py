"""Tokens of the stage game, and records that cannot be of a game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine import RecordError, read_record
from rules_engine.record import TokenError
from rules_engine.record.model import UnreadablePlace
from rules_engine.stage.record.notation import CANONICAL, canonical

HEAD = '[game "stage"] [A "Ada"] [B "Bo"]\n\nRound 1, A first\n'


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("b2:q", "b2:Q"),
        ("a1:kH", "a1:Kh"),
        ("^c3:k", "^c3:K"),
        ("B10H+9", "B10h+9"),
        ("B?+?", "B?+?"),
        ("-10s", "-10s"),
        ("m", "M"),
        ("t", "T"),
        ("<b", "<B"),
        ("!a", "!A"),
        ("$?", "$?"),
        ("@007", "@7"),
    ],
)
def test_a_token_has_one_spelling(written: str, read: str) -> None:
    assert canonical(written) == read == canonical(read)


def test_what_is_no_token(subtests: pytest.Subtests) -> None:
    for text in [
        "B2:Q",
        "b10+9",
        "i1",
        "a9",
        "b2:7",
        "b2:",
        "^C3",
        "+K",
        "-A",
        "$J",
        "B",
        "B10+",
        "B10+K",
        "<I",
        ">",
        "!",
        "@",
        "X",
        "10",
    ]:
        with subtests.test(text=text), pytest.raises(TokenError):
            canonical(text)


@given(st.text(max_size=12))
def test_any_text_is_a_token_or_is_refused(text: str) -> None:
    try:
        assert canonical(canonical(text)) == canonical(text)
    except TokenError:
        return


def test_the_usual_tokens_are_spelt_as_they_are_written() -> None:
    assert all(canonical(text) == text for tokens in CANONICAL.values() for text in tokens)


def _json(**changes: Any) -> str:
    turns = [{"seat": "A", "actions": ["b1:K", "-10", "+?"]}]
    record = {"game": "stage", "seats": {"A": "Ada", "B": "Bo"}, "rounds": [{"round": 1, "first": "A", "turns": turns}]}
    return json.dumps({**record, **changes})


def _places(source: str) -> list[tuple[int, int, str]]:
    with pytest.raises(RecordError) as caught:
        read_record(source)
    return [_place(place) for place in caught.value.places]


def _place(place: UnreadablePlace) -> tuple[int, int, str]:
    return place.line, place.column, place.token


def test_a_space_off_the_stage_is_named_where_it_stands() -> None:
    assert _places(HEAD + "A: b1:K -10 +?\nB: e4:K -9 +?") == [(5, 4, "e4:K")]
    assert (
        _places(_json(rounds=[{"round": 1, "first": "A", "turns": [{"seat": "A", "actions": ["a5"]}]}]))[0][2] == "a5"
    )


def test_a_seat_that_nobody_has_is_named_where_it_stands() -> None:
    assert _places(HEAD + "A: b1:Q <C >B\nC: b4:K -9 +?  = 0 0 4") == [(4, 9, "<C"), (5, 1, "C"), (5, 1, "C")]
    assert _places(HEAD.replace("A first", "D first") + "A: b1:K") == [(3, 1, "D")]


@pytest.mark.parametrize(
    "seats", [{"A": "Ada"}, {"A": "Ada", "B": "Bo", "C": "Cy"}, {"A": "Ada", "B": "Bo", "D": "Di"}]
)
def test_the_seats_are_two_four_six_or_eight(seats: dict[str, str]) -> None:
    with pytest.raises(RecordError, match="A to D"):
        read_record(_json(seats=seats))


def test_a_record_without_names_has_the_seats_that_play() -> None:
    assert _places('[game "stage"]\nRound 1, A first\nA: b1:K -9 +?\nC: b4:K') != []
    four = '[game "stage"]\nRound 1, A first\nD: h4\nC: h3\nB: h2\nA: h1'
    assert len(read_record(four).rounds[0].turns) == 4


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"variants": ["poker_joker"]}, "PokerJoker is not supported"),
        ({"variants": ["PokerJoker"]}, "PokerJoker is not supported"),
        ({"variants": ["poker"]}, "There is no variant"),
        ({"variants": ["flush", "go_fish"]}, "play one of them"),
        ({"teams": True}, "Teams need four"),
        ({"options": {"shape": "round"}}, "shape is"),
    ],
)
def test_rules_that_cannot_be(rules: dict[str, Any], words: str) -> None:
    with pytest.raises(RecordError, match=words):
        read_record(_json(rules=rules))
    tags = "".join(f'[{key} "{" ".join(value) if isinstance(value, list) else "on"}"]' for key, value in rules.items())
    if "options" not in rules:
        with pytest.raises(RecordError, match=words):
            read_record(f'[game "stage"] {tags}\nRound 1, A first\nA: b1:K -9 +?')
