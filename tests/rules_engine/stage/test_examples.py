"""The two examples of docs/rules/stage.md, with exactly the reports that the text gives."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rules_engine import games, read_record, referee
from rules_engine.record.writing import to_json, to_text

ROOT = Path(__file__).parents[3]
RULES = (ROOT / "docs" / "rules" / "stage.md").read_text()
CLEAN, FAULTY = re.findall(r'```\n(\[game "stage"\].*?)```', RULES, re.DOTALL)[:2]
LANGUAGE = games.get("stage").language


def test_the_clean_one() -> None:
    report = referee(read_record(CLEAN)).to_dict()

    assert report["valid"]
    assert report["findings"] == []
    assert report["result"] == {
        "status": "complete",
        "places": [["A"], ["B"]],
        "scores": {"A": 35, "B": 42},
        "decided_by": "over_40",
    }


def test_the_one_with_faults() -> None:
    report = referee(read_record(FAULTY)).to_dict()

    assert not report["valid"]
    assert report["result"] == {
        "status": "time",
        "places": [["B"], ["A"]],
        "scores": {"A": 0, "B": 30},
        "decided_by": "time",
    }
    keys = ("turn", "action", "seat", "code", "rule")
    assert [tuple(finding[key] for key in keys) for finding in report["findings"]] == [
        (3, 1, "A", "not_adjacent", "BS-3"),
        (3, 3, "A", "not_highest", "BS-5"),
        (4, 4, "B", "not_due", "BS-5"),
        (5, 2, "A", "wrong_count", "BS-5"),
        (6, 1, "A", "effect_incomplete", "BS-5"),
        (6, None, "A", "wrong_seat", "BS-3"),
        (7, 1, "B", "space_before", "BS-4"),
        (8, 1, "A", "wrong_card", "BS-3"),
        (9, None, None, "match_over", "BS-8"),
    ]
    assert list(report["findings"][0]) == [
        "code", "kind", "rule", "round", "turn", "action", "seat", "message", "remedy", "reading",
    ]  # fmt: skip


def test_they_are_the_examples_to_try_the_check_with() -> None:
    assert [one.text for one in games.get("stage").notes.examples.values()] == [CLEAN, FAULTY]


@pytest.mark.parametrize("text", [CLEAN, FAULTY])
def test_both_forms_say_the_same(text: str) -> None:
    record = read_record(text)

    assert to_text(read_record(to_json(record)), LANGUAGE) == to_text(record, LANGUAGE)
    assert to_json(read_record(to_text(record, LANGUAGE))) == to_json(record)
    assert referee(read_record(json.loads(to_json(record)))) == referee(record)
