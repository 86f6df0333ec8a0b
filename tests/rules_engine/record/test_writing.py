"""What is written reads back equal, and writing that gives the same bytes, whatever text stands in it."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings

from rules_engine import read_record
from rules_engine.bankout.game import GAME as BANKOUT
from rules_engine.record import GameRecord, GameRound, Turn
from rules_engine.record.writing import to_json, to_mapping, to_text
from tests.forms import in_form
from tests.rules_engine.play import play_record
from tests.rules_engine.record.cases import extras, records

LANGUAGE = BANKOUT.language

JSON = """{
  "record": 1,
  "game": "bankout",
  "rules": {"edition": "guide", "format": "bankout", "jokers": true, "variants": ["exact_bank_bonus"]},
  "seats": {"A": "Ada", "B": "Bo"},
  "rounds": [
    {"round": 1, "first": "A", "turns": [
       {"seat": "A", "actions": ["7", "4", "J", "5", "B(16)"], "claim": {"A": 16, "B": 0}},
       {"seat": "B", "actions": ["10", "Q", "J", "J", "J", ">Q", "B"], "comment": "the Queen answers the third Jack"}
     ]},
    {"round": "SD", "first": "B", "turns": []}
  ],
  "tags": {"event": "Autumn Open", "table": "12"}
}
"""
TEXT = """[game "bankout"] [edition "guide"] [format "bankout"] [jokers "on"] [variants "exact_bank_bonus"]
[A "Ada"] [B "Bo"] [event "Autumn Open"] [table "12"]

Round 1, A first
A: 7 4 J 5 B(16)  = 16 0
B: 10 Q J J J >Q B  ; the Queen answers the third Jack

Round SD, B first
"""


def test_both_forms_of_the_record_texts_example_as_they_are_written() -> None:
    record = read_record(JSON)
    assert to_json(record) == JSON
    assert to_text(record, LANGUAGE) == TEXT
    assert read_record(TEXT) == record


def test_a_head_in_another_order_is_written_in_the_one_order_in_both_forms() -> None:
    rules = {"options": {"deck_out": "immediate", "latent_trigger": "any_jack"}, "jokers": True, "edition": "guide"}
    document = {"seats": {"B": "Bo", "A": "Ada"}, "rules": rules, "rounds": []}
    record = read_record(json.dumps(document))
    text = to_text(record, LANGUAGE)
    assert text.startswith(
        '[game "bankout"] [edition "guide"] [jokers "on"] [latent_trigger "any_jack"] [deck_out "immediate"]\n[A "Ada"]'
    )
    assert to_text(read_record(text), LANGUAGE) == text
    assert to_json(read_record(text)) == to_json(record)


@settings(max_examples=in_form(gate=100, long=300))
@given(records())
def test_text_and_json_round_trip(record: GameRecord) -> None:
    text, document = to_text(record, LANGUAGE), to_json(record)
    assert read_record(text.encode()) == record
    assert read_record(document.encode()) == record
    assert to_text(read_record(text.encode()), LANGUAGE) == text
    assert to_json(read_record(document.encode())) == document
    assert read_record(to_mapping(record)) == record


@settings(max_examples=in_form(gate=50, long=200))
@given(records(extras))
def test_unknown_keys_survive_from_json_to_json(record: GameRecord) -> None:
    document = to_json(record)
    assert json.loads(document) == to_mapping(record)
    assert read_record(document.encode()) == record
    assert to_json(read_record(document.encode())) == document


def test_unknown_keys_are_kept_at_every_level_and_change_nothing_else() -> None:
    turn = {"seat": "A", "actions": ["7"], "camera": {"at": [1, None]}}
    raw: dict[str, Any] = {
        "record": 1,
        "game": "bankout",
        "rules": {"house": "loud"},
        "seats": {},
        "rounds": [{"round": 1, "first": "A", "turns": [turn], "extra": None}],
        "stream": True,
    }
    assert to_mapping(read_record(raw)) == raw
    assert to_mapping(read_record(json.dumps(raw))) == raw


def test_comments_of_several_lines_stand_on_several_lines() -> None:
    turns = (Turn("A", ("7",), None, "one\ntwo\n"), Turn("B", (), {}, ""), Turn("A", ()))
    record = GameRecord((GameRound(1, "A", turns, "heading\n\nmore"),), comment="before\nthe rounds")
    text = to_text(record, LANGUAGE)
    assert text.splitlines() == [
        '[game "bankout"]',
        "; before",
        "; the rounds",
        "",
        "Round 1, A first  ; heading",
        "; ",
        "; more",
        "A: 7  ; one",
        "; two",
        "; ",
        "B:  = - -  ; ",
        "A:",
    ]
    assert read_record(text) == record


def test_a_tag_that_means_something_else_is_written_in_quotation_marks() -> None:
    tags = {"A": "x", "Edition": "first", "deck_out": "y", "two words": "z", "plain": "p"}
    text = to_text(GameRecord((), tags=tags), LANGUAGE)
    assert '["A" "x"] ["Edition" "first"] ["deck_out" "y"] ["two words" "z"] [plain "p"]' in text
    assert read_record(text).tags == tags


def test_simulated_matches_round_trip() -> None:
    for seed in range(30):
        record = read_record(to_json(play_record(seed)).encode())
        assert read_record(to_text(record, LANGUAGE)) == record
