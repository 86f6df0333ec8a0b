"""The JSON form: strict and fast where it is canonical, by hand where it is not, with every unreadable place."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from rules_engine import RecordError, read_record
from rules_engine.games import language_of
from rules_engine.record import MAX_PARTS, GameRecord
from rules_engine.record.json_form import read_mapping
from rules_engine.record.writing import to_json
from tests.forms import in_form
from tests.rules_engine.record.cases import records


def document(**changes: Any) -> str:
    turn = {"seat": "A", "actions": ["7", "B(7)"], "claim": {"A": 7, "B": 0}}
    raw = {"record": 1, "game": "bankout", "rules": {}, "seats": {"A": "Ada"}}
    raw["rounds"] = [{"round": 1, "first": "A", "turns": [turn | changes.pop("turn", {})]} | changes.pop("round", {})]
    return json.dumps(raw | changes)


def tokens(text: str) -> list[str]:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    for place in caught.value.places:
        assert place.message
    return [place.token for place in caught.value.places]


def test_what_may_be_left_out() -> None:
    assert read_record('{"rounds": []}') == GameRecord(())
    assert read_record('{"rounds": [], "rules": {"variants": [], "options": {}}, "tags": {}}') == GameRecord(())


def test_a_claim_may_be_one_sided_or_null() -> None:
    assert read_record(document(turn={"claim": {"B": 4}})).rounds[0].turns[0].claim == {"B": 4}
    assert read_record(document(turn={"claim": {"A": None, "B": 4}})).rounds[0].turns[0].claim == {"B": 4}
    assert read_record(document(turn={"claim": None})).rounds[0].turns[0].claim is None


def test_lax_spellings_are_taken() -> None:
    lax = document(
        turn={"seat": "a", "actions": ["7", "b(07)"]},
        round={"round": "sd", "first": "b"},
        rules={"edition": "GUIDE", "jokers": "off", "options": {"bonus_in_pot": "true", "light_joker_round": "3"}},
        tags={"table": 12},
    )
    record = read_record(lax)
    assert record.rounds[0].round == "SD"
    assert record.rounds[0].turns[0].actions == ("7", "B(7)")
    assert record.rules == {
        "edition": "guide",
        "jokers": False,
        "options": {"light_joker_round": 3, "bonus_in_pot": True},
    }
    assert record.tags == {"table": "12"}


def test_every_unreadable_place(subtests: pytest.Subtests) -> None:
    for changes, found in [
        ({"turn": {"seat": "C"}}, ["C"]),
        ({"turn": {"actions": ["7", "seven", 7, None]}}, ["seven", "7", "null"]),
        ({"turn": {"actions": "7 B"}}, ["7 B"]),
        ({"turn": {"claim": {"A": -1, "B": 1.5, "C": 3}}}, ["-1", "that number", "C"]),
        ({"turn": {"claim": 5}}, ["5"]),
        ({"turn": {"comment": 5}}, ["5"]),
        ({"round": {"round": True}}, ["true"]),
        ({"round": {"round": "3"}}, ["3"]),
        ({"round": {"round": -1, "first": None}}, ["-1", "null"]),
        ({"round": {"turns": {}}}, ["an object"]),
        ({"rules": {"edition": "x", "options": {"y": 1}, "variants": ["z"]}}, ["x", "z", "y"]),
        ({"rules": {"format": "blitz", "variants": ["seeding_edge"]}}, ["seeding_edge"]),
        ({"rules": []}, ["a list"]),
        ({"seats": {"A": 5, "C": "x"}}, ["5", "C"]),
        ({"tags": {"x": [], "y": 1.5}}, ["a list", "that number"]),
        ({"game": "chess"}, ["chess"]),
        ({"game": None, "record": 2}, ["2", "null"]),
        ({"rounds": [5, None]}, ["5", "null"]),
        ({"rounds": None}, ["null"]),
    ]:
        with subtests.test(changes=changes, found=found):
            assert sorted(tokens(document(**changes))) == sorted(found)


def test_places_are_where_the_values_stand() -> None:
    text = (
        '{"game": "bankout",\n "rounds": [{"round": 1, "first": "A",\n'
        '  "turns": [{"seat": "A", "actions": ["7", "zz"]},\n   {"seat": "A"}, {"seat": "]", "actions": []}]}]}'
    )
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert [(place.line, place.column) for place in caught.value.places] == [(3, 45), (4, 4), (4, 29)]


@pytest.mark.parametrize(
    ("text", "line", "column"), [("{", 1, 2), ('{"a": 1}\n x', 2, 2), ('{"é": tru}', 1, 7), ('{"a": 1,\n "b" 2}', 2, 6)]
)
def test_where_json_stops_being_json(text: str, line: int, column: int) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    (place,) = caught.value.places
    assert (place.line, place.column) == (line, column)


@pytest.mark.parametrize("text", ['{"x":' * 100_000, '{"rounds": ' + "[" * 100_000, '{"rounds": [], "x": 1e999}'])
def test_json_that_cannot_be_decoded_is_one_place(text: str) -> None:
    assert len(tokens(text)) == 1


def test_more_parts_than_a_match_has_are_refused() -> None:
    for actions in (["7"] * MAX_PARTS, ["z"] * MAX_PARTS):
        with pytest.raises(RecordError, match="too long"):
            read_record(document(turn={"actions": actions}))


@settings(max_examples=in_form(gate=33, long=200))
@given(records())
def test_the_fast_way_and_the_way_by_hand_agree(record: GameRecord) -> None:
    text = to_json(record)
    assert read_mapping(msgspec.json.decode(text), language_of, text) == read_record(text.encode())
