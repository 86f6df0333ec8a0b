"""What Bank's referee says: codes, kinds and rules of the text, and a record that shows each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine import games, read_record, referee

RULES = Path(__file__).parents[3] / "docs" / "rules" / "bank.md"
NOTES = games.get("bank").notes


def test_codes_and_kinds_are_those_of_the_text() -> None:
    table = RULES.read_text().partition("## 9 Findings")[2]
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| (\w+) \|", table, re.M)
    told = {code: kind for codes, kind in rows for code in re.findall(r"\w+", codes)}

    assert told == {code: text.kind for code, text in NOTES.findings.items()}


def test_a_record_that_shows_a_finding_has_no_other(subtests: pytest.Subtests) -> None:
    for key in NOTES.records:
        with subtests.test(" ".join(key)):
            record = NOTES.records[key]
            found = [(one.code, one.rule) for one in referee(read_record(record.text), record.time_box).findings
                     if one.kind != "note" or NOTES.findings[key[0]].kind == "note"]  # fmt: skip

            assert found == [key]


def test_every_finding_of_every_rule_has_a_record() -> None:
    every = {(code, rule) for code, text in NOTES.findings.items() for rule in text.rules}

    assert every == NOTES.records.keys()
