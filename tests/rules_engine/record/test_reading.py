"""Wherever a record comes from: it is read, or refused with the reader's own error and no other."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine import RecordError, read_record, referee
from rules_engine.bankout.game import GAME as BANKOUT
from rules_engine.record import MAX_BYTES, GameRecord
from rules_engine.record.writing import to_json, to_text
from tests.forms import in_form
from tests.rules_engine.record.cases import json_values, records

TEXT = "Round 1, A first\nA: 7 B(7)\n"


def test_a_path_a_text_bytes_and_a_mapping(tmp_path: Path) -> None:
    path = tmp_path / "sheet.bo"
    path.write_text(TEXT)
    record = read_record(TEXT)
    assert read_record(path) == read_record(str(path)) == read_record(TEXT.encode()) == record
    assert (
        read_record({"rounds": [{"round": 1, "first": "A", "turns": [{"seat": "A", "actions": ["7", "B(7)"]}]}]})
        == record
    )
    assert read_record("Round 1, A first").rounds[0].turns == ()


def test_an_unreadable_record_is_refused_in_words(subtests: pytest.Subtests) -> None:
    for source in [
        b"",
        "",
        " \n ",
        b"\xff\xfe\x00",
        bytes(range(256)),
        b"\x00" * 1000,
        "\ud800\n",
        "no such file",
        "\0",
        Path("/"),
        Path("no\0file"),
        Path("no such file"),
        b" " * (MAX_BYTES + 1),
        b'{"rounds": []}' + b" " * MAX_BYTES,
        {},
        {"rounds": 5},
    ]:
        with subtests.test(repr(source)):
            with pytest.raises(RecordError) as caught:
                read_record(source)
            assert all(place.message.endswith(".") for place in caught.value.places)


def test_no_more_of_a_file_is_read_than_a_record_can_have(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    with pytest.raises(RecordError, match="too large"):
        read_record(path)


@given(st.text() | st.binary() | st.text(alphabet='[]{}",:;=\\ \nRound1AB7>X', max_size=60))
def test_any_text_is_read_or_refused(source: str | bytes) -> None:
    with suppress(RecordError):
        referee(read_record(source.encode() if isinstance(source, str) else source))


@settings(max_examples=in_form(gate=66, long=200))
@given(records(), st.data())
def test_a_record_with_a_piece_changed_is_read_or_refused(record: GameRecord, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([to_json(record), to_text(record, BANKOUT.language)]))
    at = data.draw(st.integers(0, len(text)))
    until = data.draw(st.integers(at, min(at + 4, len(text))))
    changed = text[:at] + data.draw(st.text(alphabet='"[]{};:=,AXQ>1 \n\\é', max_size=3)) + text[until:]
    try:
        referee(read_record(changed.encode()), time_box=20)
    except RecordError as error:
        for place in error.places:
            assert place.line <= changed.count("\n") + 1


@given(json_values)
def test_any_json_document_is_read_or_refused(value: Any) -> None:
    for document in ({"rounds": value}, {"rounds": [value]}, {"rounds": [], "rules": value, "tags": value}):
        with suppress(RecordError):
            read_record(document)


def test_standard_file_objects_are_paths(tmp_path: Path) -> None:
    path = tmp_path / "sheet"
    path.write_bytes(TEXT.encode())
    assert read_record(os.fspath(path)) == read_record(TEXT)


@pytest.mark.parametrize("text", ["[]", ' [{"round": 1}]\n', '["edition", "guide"]'])
def test_a_json_list_is_refused_as_json_and_not_as_a_tag(text: str) -> None:
    with pytest.raises(RecordError, match="A record must be a JSON object"):
        read_record(text)
