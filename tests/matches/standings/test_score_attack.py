"""The table of scores: the sum of the rounds, then the best, the second-best and the third-best of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from matches.history import Kind, Played, RoundPlayed
from matches.standings import REGISTRY, StandingsSettings, compute, explain, separation
from matches.standings.settings import ORDER_SCORES, Entrant, SettingsError
from matches.standings.tie_break import Tables
from matches.tables.outcome import Outcome
from matches.tables.terms import PodTerms
from tests.matches.lines import line_of

TERMS = PodTerms(1, 1, Fraction(0))
SETTINGS = StandingsSettings(order=ORDER_SCORES, pods=TERMS)


def scored(player: str, score: int, part: str = "played") -> Played:
    place = 0 if part == "absent" else 1
    return line_of((player,), (Outcome.WON,), totals=(score,) if score else (), places=(place,), parts=(part,))


def rounds(*lines: dict[str, int]) -> list[RoundPlayed]:
    return [
        RoundPlayed(number, tuple(scored(player, score) for player, score in line.items()))
        for number, line in enumerate(lines, 1)
    ]


def test_the_sum_comes_first_then_the_best_round_then_the_next() -> None:
    played = rounds(
        {"A": 100, "B": 150, "C": 120, "D": 120, "E": 50},
        {"A": 100, "B": 50, "C": 60, "D": 100, "E": 49},
        {"A": 100, "B": 100, "C": 120, "D": 80, "E": 0},
    )
    table = compute("ABCDE", played, SETTINGS)
    assert [(row.rank, row.player, row.points) for row in table.rows] == [
        (1, "B", 300),  # 150 is the best round
        (2, "C", 300),  # 120 and 120
        (3, "D", 300),  # 120 and 100
        (4, "A", 300),
        (5, "E", 99),
    ]
    assert table.rows[1].tie_breaks == {"best_score": 120, "second_score": 120, "third_score": 60}
    difference = separation(table, "D")
    assert difference is not None
    assert (difference.key, difference.own, difference.theirs) == ("second_score", 100, 120)


def test_equal_rounds_share_a_place() -> None:
    table = compute("ABC", rounds({"A": 10, "B": 20, "C": 5}, {"A": 20, "B": 10, "C": 5}), SETTINGS)
    assert [row.rank for row in table.rows] == [1, 1, 3]


def test_who_was_absent_or_was_given_a_loss_or_came_late_has_no_score_of_that_round() -> None:
    first = RoundPlayed(
        1,
        (scored("A", 90, "lost"), scored("B", 0, "absent"), line_of(("C",), (Outcome.LOST,), kind=Kind.ASSIGNED_LOSS)),
    )
    second = RoundPlayed(2, (scored("A", 7), line_of(("B",), (Outcome.WON,), kind=Kind.BYE), scored("C", 8)))
    table = compute([Entrant("A"), Entrant("B"), Entrant("C")], [first, second], SETTINGS)
    assert [(row.player, row.points, row.played) for row in table.rows] == [("C", 8, 2), ("A", 7, 2), ("B", 0, 2)]


def test_the_numbers_are_explained_by_their_rounds() -> None:
    table = compute("A", rounds({"A": 30}, {"A": 50}, {"A": 40}), SETTINGS)
    best = explain(table, "A", "best_score")
    assert [(part.number, part.value) for part in best.parts] == [(2, 50)]
    assert [part.value for part in explain(table, "A", "points").parts] == [30, 50, 40]


def test_only_its_own_tie_breaks_a_seed_and_a_lot_rank_a_score_attack() -> None:
    fitting = {key for key, one in REGISTRY.items() if one.goes_with(Tables.ONE)}
    assert fitting == {*ORDER_SCORES, "seed", "lot"}
    with pytest.raises(SettingsError, match="omw does not go with a score attack"):
        compute("A", rounds({"A": 1}), StandingsSettings(order=("omw",), pods=TERMS))
