"""Two referees of Bank, one judgement: on the text's examples, on played, damaged and random records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.forms import in_form
from tests.rules_engine.plain_text import read_text
from tests.rules_engine.second_referee_bank.damage import guessed, picked, scribbled, spoiled
from tests.rules_engine.second_referee_bank.referee import KIND, SecondReferee
from tests.rules_engine.second_referee_bank.words import document_of
from tests.rules_engine.two_referees import agree, examples_of, first


@pytest.mark.parametrize("text", examples_of("bank"))
def test_on_the_examples_of_the_text(text: str) -> None:
    assert first(text) == SecondReferee(document_of(*read_text(text))).judge()


@pytest.mark.parametrize(
    ("make", "gate", "long"),
    [(spoiled, 120, 10_000), (picked, 60, 5_000), (guessed, 200, 20_000), (scribbled, 300, 20_000)],
)
def test_on_records(make: Callable[[int], dict[str, Any]], gate: int, long: int) -> None:
    codes = [agree(make(seed), SecondReferee) for seed in range(in_form(gate=gate, long=long))]
    assert len(set().union(*codes)) > 20


@pytest.mark.long
def test_every_finding_is_met() -> None:
    # slow_decision needs a time box, which the second referee does not look at.
    records = (make(seed) for seed in range(3_000) for make in (spoiled, picked, guessed, scribbled))
    assert set(KIND) - set().union(*(agree(record, SecondReferee) for record in records)) == {"slow_decision"}
