"""``manage.py check_record``: readable reports, JSON, other readings, exit status, bad input."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

GOOD = '[A "Ada"]\nRound 1, A first\nA: 7 4 J 5 B(16)  = 16 0\nB: 10 Q J J J >Q B\n'
FAULTY = "Round 1, A first\nA: 7 4 J 5 B(17)  = 16 0\nB: 10\nA: J A 3 ; 木 after\n"


@pytest.fixture
def sheet(tmp_path: Path) -> Any:
    def write(text: str | bytes, name: str = "sheet.bo") -> str:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


def check(*arguments: str) -> tuple[int, str, str]:
    """Exit status, output and error output."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("check_record", *arguments, stdout=out, stderr=err)
    except SystemExit as leaving:
        return int(leaving.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_a_valid_record(sheet: Any) -> None:
    status, out, err = check(sheet(GOOD))
    assert (status, err) == (0, "")
    assert out.splitlines()[0].endswith("sheet.bo: no findings")
    assert "In progress: totals A $16, B $10." in out


def test_findings_show_their_line_with_a_marker_under_the_token(sheet: Any) -> None:
    status, out, _ = check(sheet(FAULTY))
    assert status == 1
    lines = out.splitlines()
    at = next(number for number, line in enumerate(lines) if "wrong_amount" in line)
    assert lines[at : at + 5] == [
        "  Round 1, turn 1, action 5, A: wrong_amount (misrecorded), BO-4.3",
        "    2 | A: 7 4 J 5 B(17)  = 16 0",
        "      |            ^^^^^",
        "    The sheet gives $17 for B(17), but the turn was worth $16.",
        "    Remedy: Correct the amount to $16.",
    ]
    at = next(number for number, line in enumerate(lines) if "turn_not_ended" in line)
    assert lines[at + 1 : at + 3] == ["    3 | B: 10", "      | ^"]


def test_json_sheets_are_marked_too(sheet: Any) -> None:
    line = '  {"seat": "A", "actions": ["7", "3", "B(8)"]}'
    status, out, _ = check(sheet('{"rounds": [{"round": 1, "first": "A", "turns": [\n' + line + "]}]}"))
    assert status == 1
    marker = " " * line.index('"B(8)"') + "^" * 6
    assert f"    2 | {line}]}}]}}\n      | {marker}\n" in out


def test_the_marker_stands_under_wide_characters(sheet: Any) -> None:
    out = check(sheet("Round 1, A first\nA: 7 木 B\n"))[2]
    assert "    2 | A: 7 木 B\n      |      ^\n" in out
    _, out, _ = check(sheet("Round 1, A first\n\tA: 7 B 8 ; 木\n"))
    assert "    2 | \tA: 7 B 8 ; 木\n      | \t       ^\n" in out


def test_one_json_document_a_line_and_the_worst_status(sheet: Any) -> None:
    good, faulty, broken = sheet(GOOD, "a"), sheet(FAULTY, "b"), sheet("Round 1, A first\nA: Z", "c")
    status, out, err = check("--json", good, faulty, broken)
    documents = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert [document.get("valid") for document in documents] == [True, False, None]
    assert list(documents[0]) == ["valid", "result", "rounds", "findings"]
    assert list(documents[1]["findings"][0]) == [
        *("code", "kind", "rule", "round", "turn", "action", "seat", "message", "remedy", "reading"),
    ]
    place = {"line": 2, "column": 4, "token": "Z", "message": "This is not part of this game’s notation."}
    assert documents[2] == {"unreadable": [place]}
    assert "line 2, column 4: This is not part of this game’s notation.\n    2 | A: Z\n      |    ^" in err
    assert check(good, faulty)[0] == 1
    assert check(good, good)[0] == 0


def test_other_readings(sheet: Any) -> None:
    latent = sheet("Round 1, A first\nA: A A A 5 B\n")
    assert check(latent)[0] == 1
    assert check(latent, "--edition", "complete")[0] == 0
    window = sheet("Round 1, A first\nA: Q J J J >Q 5 B\n")
    status, out, _ = check(window, "--option", "third_jack_window=FALSE", "--option", "deck_out=immediate")
    assert status == 1
    assert "This depends on the reading third_jack_window." in out


def test_every_field_and_variant_has_a_flag(sheet: Any) -> None:
    joker = sheet('[format "blitz"] [variants "shield_token"]\nRound 1, A first\nA: 5 B\nRound 2, B first\nB: X=king\n')
    assert "jokers_off" not in check(joker)[1]
    assert "jokers_off" in check(joker, "--jokers", "off")[1]
    status, _, err = check(joker, "--format", "bankout")
    assert status == 2
    assert "shield_token belongs to blitz" in err
    assert check(joker, "--format", "bankout", "--variant", "shield_token=off")[0] != 2
    with pytest.raises(CommandError):
        check(joker, "--variant", "shield_token=perhaps")


def test_a_reading_that_does_not_exist(sheet: Any) -> None:
    assert 'There is no option "none"' in check(sheet(GOOD), "--option", "none=1")[2]
    status, _, err = check(sheet(GOOD), "--option", "deck_out=later")
    assert status == 2
    assert 'deck_out is "finish_turn" or "immediate"' in err
    with pytest.raises(CommandError):
        check(sheet(GOOD), "--option", "deck_out")


def test_the_time_box(sheet: Any) -> None:
    slow = sheet("Round 1, A first\nA: 5 @10 6 @45 B @50\n")
    assert "slow_decision" not in check(slow)[1]
    status, out, _ = check(slow, "--time-box", "30")
    assert status == 0
    assert "no findings, 1 note" in out
    assert re.search(r"Player A took 35 seconds for 6\b[^.]* 30\.", out)
    with pytest.raises(CommandError):
        check(slow, "--time-box", "-1")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD.encode())))
    status, out, _ = check("-")
    assert status == 0
    assert out.startswith("standard input: no findings")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        bytes(range(256)) * 40,
        b'{"rounds": ' + b"[" * 300_000,
        b'{"rounds": [' + b"{}," * 600_000 + b"{}]}",
        b'{"record": "1", "game": 5, "rules": [], "seats": [], "rounds": {"a": 1}, "tags": 5}',
        b"Round 1, A first\n" + b"A: E\nB: E\n" * 150_000,
        b"Round 1, A first\nA: " + b"z" * 1_900_000,
        b"Round 1, A first\nA: B(" + b"9" * 1_900_000 + b")",
        b"[a" * 900_000,
        b";\n" * 900_000,
        b"x" * 50_000_000,
    ],
    ids=lambda content: content[:20].decode(errors="replace"),
)
def test_bad_input_is_a_clear_error(sheet: Any, content: bytes) -> None:
    status, out, err = check(sheet(content))
    assert (status, out) == (2, "")
    assert "cannot be read" in err
    assert "Traceback" not in err
    assert len(err) < 100_000


def test_a_record_of_nothing_but_faults_is_a_bounded_report(sheet: Any) -> None:
    status, out, _ = check(sheet(b"Round 1, A first\nA: " + b">K " * 90_000))
    assert status == 1
    assert out.splitlines()[0].endswith("90,000 findings")
    assert "… and 89,800 more findings; --json lists them all." in out
    assert len(out) < 200_000


def test_a_file_that_is_not_there() -> None:
    status, _, err = check("/no/such/file")
    assert status == 2
    assert "The file cannot be read: No such file or directory." in err
