"""Two referees of the stage game, one judgement: on the text's examples, on played, damaged and random records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.forms import in_form
from tests.rules_engine.plain_text import read_text
from tests.rules_engine.second_referee_stage.damage import called, scribbled, spoiled
from tests.rules_engine.second_referee_stage.referee import SecondReferee
from tests.rules_engine.second_referee_stage.words import document_of
from tests.rules_engine.two_referees import agree, examples_of, first


@pytest.mark.parametrize("text", examples_of("stage"))
def test_on_the_examples_of_the_text(text: str) -> None:
    assert first(text) == SecondReferee(document_of(*read_text(text))).judge()


@pytest.mark.parametrize(
    ("make", "gate", "long"), [(spoiled, 60, 20_000), (called, 40, 10_000), (scribbled, 300, 20_000)]
)
def test_on_records(make: Callable[[int], dict[str, Any]], gate: int, long: int) -> None:
    codes = [agree(make(seed), SecondReferee) for seed in range(in_form(gate=gate, long=long))]
    assert len(set().union(*codes)) > 24
