"""Finding codes, kinds and rules are those of record.md, and every one has sentences to read out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine.bankout.messages import FINDING_TEXTS, say
from rules_engine.games import BANKOUT

RECORD = Path(__file__).parents[3] / "docs" / "rules" / "record.md"
PARAMS = {
    "player": "Player A",
    "token": "J",
    "card": "Q",
    "claimed": 5,
    "due": 4,
    "default": "oldest",
    "size": 50,
    "number": 4,
    "seconds": 40,
    "box": 30,
}


def test_codes_kinds_and_rules_are_those_of_the_record_text() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| ((?:BO-[\d.]+ ?)+) \|", RECORD.read_text(), re.M)
    assert len(rows) == 32
    assert {code: (kind, tuple(rules.split())) for code, kind, rules in rows} == {
        code: (text.kind, text.rules) for code, text in FINDING_TEXTS.items()
    }


@pytest.mark.parametrize("code", FINDING_TEXTS)
def test_every_code_says_what_happened_and_what_to_do(code: str) -> None:
    text = FINDING_TEXTS[code]
    assert set(text.by_rule) <= set(text.rules) <= set(BANKOUT.rulebook.rules)
    for rule in text.rules:
        kind, message, remedy = say(code, rule, PARAMS)
        assert kind == text.kind
        for sentence in (message, remedy):
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert "!" not in sentence
            assert not re.search(r"[{}]|successfully|None", sentence)
