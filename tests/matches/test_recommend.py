"""Rounds and cut by attendance: the table of section 1, both ends of every line."""

from __future__ import annotations

import pytest

from matches.recommend import Shape, counted_players, recommend


@pytest.mark.parametrize(
    ("least", "most", "rounds", "cut"),
    [
        (4, 8, 3, 0),
        (9, 16, 5, 4),
        (17, 32, 5, 8),
        (33, 64, 6, 8),
        (65, 128, 7, 8),
        (129, 226, 8, 8),
        (227, 409, 9, 8),
        (410, 100_000, 10, 8),
    ],
)
def test_every_line_of_the_table(least: int, most: int, rounds: int, cut: int):
    for players in (least, most):
        found = recommend(players)
        assert found is not None
        assert (found.shape, found.counted) == (Shape(rounds, cut), players)


def test_nine_to_sixteen_may_play_four_rounds_and_cut_to_eight():
    assert [found and found.other for found in map(recommend, (8, 9, 16, 17))] == [None, Shape(4, 8), Shape(4, 8), None]


@pytest.mark.parametrize("players", [0, 1, 2, 3])
def test_fewer_than_four_make_no_swiss_event(players: int):
    assert recommend(players) is None


def test_awarded_byes_count_as_2_4_and_8_players():
    assert counted_players(30, [1, 2, 3]) == 27 + 2 + 4 + 8
    found = recommend(30, [1, 2, 3])
    assert found is not None
    assert (found.counted, found.shape) == (41, Shape(6, 8))


def test_byes_that_cannot_be():
    with pytest.raises(ValueError, match="1 to 3 rounds, not 4"):
        recommend(30, [4])
    with pytest.raises(ValueError, match="not 0"):
        recommend(30, [0])
    with pytest.raises(ValueError, match="2 players with awarded byes among 1"):
        recommend(1, [1, 1])
