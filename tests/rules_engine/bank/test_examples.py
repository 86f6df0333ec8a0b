"""The two examples of docs/rules/bank.md, with exactly the reports that the text gives."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules_engine import games, read_record, referee
from rules_engine.record.writing import to_json, to_text

RULES = (Path(__file__).parents[3] / "docs" / "rules" / "bank.md").read_text()
CLEAN, FAULTY = re.findall(r'```\n(\[game "bank"\].*?)```', RULES, re.DOTALL)
LANGUAGE = games.get("bank").language


def found(report: dict[str, Any]) -> list[tuple[Any, ...]]:
    keys = ("turn", "action", "code", "rule", "seat")
    return [tuple(finding[key] for key in keys) for finding in report["findings"]]


def test_the_clean_one() -> None:
    report = referee(read_record(CLEAN)).to_dict()

    assert report["valid"]
    assert report["findings"] == []
    assert report["result"] == {
        "status": "complete",
        "places": [["A"], ["B"]],
        "scores": {"A": 30, "B": 0},
        "decided_by": "five_o",
    }


def test_the_one_with_faults() -> None:
    report = referee(read_record(FAULTY)).to_dict()

    assert report["result"] == {
        "status": "in_progress",
        "places": None,
        "scores": {"A": 20, "B": 17},
        "decided_by": None,
    }
    assert found(report) == [
        (2, 1, "wrong_top", "BK-2.4", "B"),
        (3, 4, "bank_limit", "BK-2.5", "A"),
        (3, None, "wrong_claim", "BK-4.6", "B"),
        (4, 3, "second_withdrawal", "BK-2.4", "B"),
        (5, 1, "impossible_draw", "BK-2.1", "A"),
        (5, 2, "card_not_in_hand", "BK-2.12", "A"),
        (6, 1, "not_a_straight", "BK-3.1", "B"),
        (6, None, "no_discard", "BK-2.12", "B"),
        (7, 2, "exchange_missing", "BK-2.10", "A"),
        (8, 2, "exchange_missing", "BK-2.10", "B"),
    ]


def test_the_json_of_the_text() -> None:
    document = to_json(read_record(CLEAN))

    assert msgspec.json.decode(document) | {"rounds": ...} == {
        "record": 1,
        "game": "bank",
        "rules": {"preset": "simple", "five_o": 30, "thieves": "both"},
        "starter": "4c",
        "seats": {"A": "Ada", "B": "Bo"},
        "tags": {"event": "Spring Open"},
        "rounds": ...,
    }
    assert msgspec.json.decode(document)["rounds"][0]["turns"][0] == {"seat": "A", "actions": ["?", "?", "-3d"]}


@pytest.mark.parametrize("text", [CLEAN, FAULTY])
def test_both_forms_say_the_same(text: str) -> None:
    record = read_record(text)

    assert read_record(to_json(record)) == record == read_record(to_text(record, LANGUAGE))
