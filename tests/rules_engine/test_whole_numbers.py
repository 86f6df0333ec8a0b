"""Whole numbers from outside: what is read, and that they are read in one place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine.whole_numbers import MOST, whole_number

ROOT = Path(__file__).parents[2]
DIGITS = re.compile(r"\.(isdecimal|isdigit|isnumeric)\(|\bint\([^)]*\b(GET|POST|query_params|META|cleaned_data)\b")
ELSEWHERE = {
    "bankout_tournament/server/bodies.py": "bytes of a header, before Django",
    "judging/recorder/views/replay.py": "a reading of the clock in a record",
    "matches/api/base.py": "part of a file's name",
    "matches/people/views/columns.py": "whether a heading looks like one",
    "matches/results/kinds/duel_labels.py": "whether a score has a number in it",
    "matches/schedule/items.py": "whether the name of a round ends in a number",
    "rules_engine/views/check.py": "the length of a body, which the server has read",
    "rules_engine/whole_numbers.py": "here",
}
"""The files that look at digits themselves, and why. The readers of records are grammars of their own."""
GRAMMARS = tuple(f"rules_engine/{name}/" for name in ("bank", "bankout", "bankrupt", "record", "stage"))


def test_what_is_a_whole_number(subtests: pytest.Subtests) -> None:
    for text, number in [
        ("0", 0),
        (" 12 ", None),
        ("12\n", None),
        ("007", 7),
        (12, 12),
        (str(MOST), MOST),
        (str(MOST + 1), None),
        ("9" * 5_000, None),
        ("", None),
        ("-1", None),
        ("+1", None),
        ("1_000", None),
        ("1.0", None),
        ("٣", None),
        ("²", None),
        ("１２", None),
        (None, None),
        (True, None),
    ]:
        with subtests.test(text=text, number=number):
            assert whole_number(text) == number


def test_its_bounds_can_be_narrower() -> None:
    assert [whole_number(str(n), least=1, most=3) for n in range(5)] == [None, 1, 2, 3, None]


def test_text_from_outside_is_read_nowhere_else() -> None:
    found = {
        str(path.relative_to(ROOT))
        for app in ("matches", "judging", "rules_engine", "bankout_tournament")
        for path in (ROOT / app).rglob("*.py")
        if DIGITS.search(path.read_text(encoding="utf-8"))
    }
    assert {name for name in found if not name.startswith(GRAMMARS)} == set(ELSEWHERE)
