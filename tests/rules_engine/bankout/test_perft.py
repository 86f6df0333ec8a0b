"""The table of legal sequences: numbers that no change of the engine may move without a change of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.forms import sample
from tests.rules_engine.bankout.perft import perft, rows, start


@pytest.mark.parametrize("row", sample(3, rows()), ids=lambda row: row["name"])
def test_the_counts_of_the_table(row: dict[str, Any]) -> None:
    assert [perft(*start(row), depth) for depth in range(1, len(row["counts"]) + 1)] == row["counts"]


def test_numbers_leave_three_choices_at_every_step() -> None:
    """By hand: with an empty hand and number cards, a player can draw, bank or end, whatever came before."""
    assert rows()[0]["counts"] == [3**depth for depth in range(1, 8)]
