"""The units of scores stand in one place."""

from __future__ import annotations

from typing import get_args

import pytest

from matches.tables.duel_score import parse
from rules_engine.game import ScoreUnit
from rules_engine.units import UNITS, Unit
from tests.matches.shapes import Shape


def test_every_unit_of_a_score_kind_is_there() -> None:
    assert tuple(UNITS) == get_args(ScoreUnit)


@pytest.mark.parametrize("unit", UNITS.values())
def test_its_examples_can_be_typed(unit: Unit) -> None:
    shape = Shape(unit.key)
    assert parse(unit.example, shape).winner == 0
    assert parse(unit.level, shape).winner is None


def test_money_is_read_as_money() -> None:
    assert [unit.text(2410) for unit in UNITS.values()] == ["2410", "$2,410", "2410", "2410"]
