"""When round losses end a match, in every format."""

from __future__ import annotations

from dataclasses import replace

import pytest

from matches.tables.round_losses import rounds_that_end, score_of_losses, takes_off
from matches.tables.score import Duel
from matches.tables.table import ScoreShape
from tests.matches.shapes import MONEY, ONE_ROUND, PLACES, POINTS, ROUNDS, TWO_ROUNDS

BLITZ = replace(MONEY, rounds=3)
SHORT_BLITZ = replace(MONEY, rounds=2)


@pytest.mark.parametrize(
    ("shape", "ends"),
    [(ROUNDS, 2), (TWO_ROUNDS, None), (ONE_ROUND, 1), (BLITZ, 3), (SHORT_BLITZ, 2), (POINTS, None), (PLACES, None)],
)
def test_how_many_end_a_match(shape: ScoreShape, ends: int | None) -> None:
    assert rounds_that_end(shape) == ends


@pytest.mark.parametrize(("lost", "rounds", "winner"), [((2, 0), (0, 2), 1), ((0, 2), (2, 0), 0), ((2, 1), (1, 2), 1)])
def test_each_is_a_round_for_the_opponent(lost: tuple[int, int], rounds: tuple[int, int], winner: int) -> None:
    assert score_of_losses(lost, ROUNDS) == Duel(rounds=rounds, winner=winner, decided_by="penalty")


@pytest.mark.parametrize("lost", [(0, 0), (1, 0), (1, 1)])
def test_fewer_do_not(lost: tuple[int, int]) -> None:
    assert score_of_losses(lost, ROUNDS) is None


def test_where_rounds_add_up_all_of_them_do() -> None:
    assert score_of_losses((2, 0), BLITZ) is None
    assert score_of_losses((3, 0), BLITZ) == Duel(winner=1, decided_by="penalty")
    assert score_of_losses((0, 2), SHORT_BLITZ) == Duel(winner=0, decided_by="penalty")


def test_only_totals_of_several_rounds_have_something_taken_off() -> None:
    assert [takes_off(shape) for shape in (BLITZ, ROUNDS, PLACES, replace(MONEY, rounds=1))] == [
        True,
        False,
        False,
        False,
    ]
