"""Finding codes, kinds and rules are those of record.md, and every one has sentences to read out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine import read_record, referee
from rules_engine.bankout.game import GAME as BANKOUT
from rules_engine.bankout.texts.messages import FINDING_TEXTS

RECORD = Path(__file__).parents[3] / "docs" / "rules" / "record.md"
PARAMS = {
    "token": "J",
    "card": "Q",
    "claimed": 5,
    "due": 4,
    "default": "oldest",
    "size": 50,
    "number": 4,
    "seconds": 40,
    "box": 30,
    "limit": "two",
}


def test_codes_kinds_and_rules_are_those_of_the_record_text() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| ((?:BO-[\d.]+ ?)+) \|", RECORD.read_text(), re.M)
    assert len(rows) == 32
    assert {code: (kind, tuple(rules.split())) for code, kind, rules in rows} == {
        code: (text.kind, text.rules) for code, text in FINDING_TEXTS.items()
    }


def test_every_code_says_what_happened_and_what_to_do(subtests: pytest.Subtests) -> None:
    for code in FINDING_TEXTS:
        with subtests.test(code=code):
            text = FINDING_TEXTS[code]
            assert set(text.by_rule) <= set(text.rules) <= set(BANKOUT.rulebook.rules)
            for rule, case in [*((rule, "") for rule in text.rules), *((text.rules[0], case) for case in text.by_case)]:
                for sentence in map(str, text.texts(rule, "A", {**PARAMS, "case": case})):
                    assert sentence[0].isupper()
                    assert sentence.endswith(".")
                    assert "!" not in sentence
                    assert not re.search(r"[{}]|successfully|None", sentence)


@pytest.mark.parametrize("turn", ["Round 3, A first\nA: X 5 >X=king", "Round 2, B first\nA: 5 X=king"])
@pytest.mark.parametrize("answer", ["^X", "^S"])
def test_an_answer_to_a_joker_as_king_is_told_by_bo_5_25_why_it_comes_too_late(turn: str, answer: str) -> None:
    before = "Round 1, A first\nRound 2, B first\n" if turn.startswith("Round 3") else "Round 1, A first\n"
    report = referee(read_record(f"{before}{turn} {answer}\n"))
    late = [one for one in report.findings if one.code == "action_after_turn"]

    assert [(one.rule, one.seat) for one in late] == [("BO-4.6", "B")]
    assert "only a swap can be countered or shielded (BO-5.25)" in str(late[0].message)


@pytest.mark.parametrize("turn", ["A: 5 B ^X", "A: K 5 >K ^X", "A: 5 B 5"])
def test_other_actions_after_a_turn_are_told_that_it_has_ended(turn: str) -> None:
    late = referee(read_record(f"Round 1, A first\n{turn}\n")).findings[0]

    assert str(late.message).endswith("after the turn had ended. Nothing can be done in a turn after it has ended.")
