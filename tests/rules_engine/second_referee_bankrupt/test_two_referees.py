"""Two referees of Bankrupt, one judgement: on the text's examples, on played, written and damaged records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.forms import in_form
from tests.rules_engine.plain_text import read_text
from tests.rules_engine.second_referee_bankrupt.damage import played, spoiled, written
from tests.rules_engine.second_referee_bankrupt.referee import SecondReferee
from tests.rules_engine.second_referee_bankrupt.words import KIND, document_of
from tests.rules_engine.two_referees import RULES, agree, examples_of, first


def examples() -> list[str]:
    """The text's two records; the second one has the first one's tags but ``event``."""
    (faultless,) = examples_of("bankrupt")
    tags = faultless.split("\nRound")[0].replace(' [event "Autumn Open"]', "")
    with_faults = (RULES / "bankrupt.md").read_text().partition("With errors")[2].split("```")[1]
    return [faultless, tags + with_faults]


@pytest.mark.parametrize("text", examples())
def test_on_the_examples_of_the_text(text: str) -> None:
    assert first(text) == SecondReferee(document_of(*read_text(text))).judge()


@pytest.mark.parametrize(
    ("make", "gate", "long"), [(written, 120, 10_000), (spoiled, 200, 20_000), (played, 80, 5_000)]
)
def test_on_records(make: Callable[[int], dict[str, Any]], gate: int, long: int) -> None:
    codes = [agree(make(seed), SecondReferee) for seed in range(in_form(gate=gate, long=long))]
    assert len(set().union(*codes)) > 20


@pytest.mark.long
def test_every_finding_is_met() -> None:
    # slow_decision needs a time box, which the second referee does not look at.
    records = (make(seed) for seed in range(600) for make in (written, spoiled))
    assert set(KIND) - set().union(*(agree(record, SecondReferee) for record in records)) == {"slow_decision"}
