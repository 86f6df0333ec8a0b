"""Two referees of Bank, one judgement: on the text's examples, on played, damaged and random records."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules_engine import read_record, referee
from tests.forms import in_form
from tests.rules_engine.plain_text import read_text
from tests.rules_engine.second_referee_bank.damage import guessed, picked, scribbled, spoiled
from tests.rules_engine.second_referee_bank.referee import KIND, SecondReferee
from tests.rules_engine.second_referee_bank.words import document_of

RULES = (Path(__file__).parents[3] / "docs" / "rules" / "bank.md").read_text()
EXAMPLES = re.findall(r'```\n(\[game "bank"\].*?)```', RULES, re.DOTALL)
KEYS = ("code", "kind", "rule", "round", "turn", "action", "seat")


def first(record: str) -> tuple[list[tuple[Any, ...]], dict[str, Any]]:
    """The engine's judgement."""
    report = referee(read_record(record)).to_dict()
    return [tuple(finding[key] for key in KEYS) for finding in report["findings"]], report["result"]


def agree(document: dict[str, Any]) -> set[str]:
    """Both referees on one record; the codes they found."""
    second = SecondReferee(document).judge()
    assert first(json.dumps(document)) == second
    return {finding[0] for finding in second[0]}


@pytest.mark.parametrize("text", EXAMPLES)
def test_on_the_examples_of_the_text(text: str) -> None:
    assert first(text) == SecondReferee(document_of(*read_text(text))).judge()


@pytest.mark.parametrize(
    ("make", "gate", "long"),
    [(spoiled, 120, 10_000), (picked, 60, 5_000), (guessed, 200, 20_000), (scribbled, 300, 20_000)],
)
def test_on_records(make: Callable[[int], dict[str, Any]], gate: int, long: int) -> None:
    codes = [agree(make(seed)) for seed in range(in_form(gate=gate, long=long))]
    assert len(set().union(*codes)) > 20


@pytest.mark.long
def test_every_finding_is_met() -> None:
    # slow_decision needs a time box, which the second referee does not look at.
    records = (make(seed) for seed in range(3_000) for make in (spoiled, picked, guessed, scribbled))
    assert set(KIND) - set().union(*map(agree, records)) == {"slow_decision"}
