"""The desk's line for a pod: places, ties, absent seats, losses, those who left, and amounts by seat."""

from __future__ import annotations

import pytest

from matches.results.kinds.pod_forms import Order
from matches.results.labels.results import score_problem_text
from matches.tables.outcome import Outcome
from matches.tables.pod_line import of_places, places_text, read_places
from matches.tables.score import Score, ScoreError
from rules_engine import games

BANKRUPT = games.get("bankrupt")
RULES = BANKRUPT.rule_set({"fewest": 3})


def read(text: str, seats: int = 4) -> Score:
    return read_places(text, seats, lambda amounts: BANKRUPT.places(RULES, amounts))


def code(text: str, seats: int = 4) -> str:
    with pytest.raises(ScoreError) as error:
        read(text, seats)
    return error.value.problem.code


def test_a_line_is_read_and_written_the_same(subtests: pytest.Subtests) -> None:
    for text, places, winner, shown in [
        ("C A D B", (2, 4, 1, 3), 2, "C A D B"),
        ("cadb", (2, 4, 1, 3), 2, "C A D B"),
        ("C=A D B", (1, 4, 1, 3), None, "A=C D B"),
        ("C = A = D B", (1, 4, 1, 1), None, "A=C=D B"),
        ("C A D -B", (2, 0, 1, 3), 2, "C A D -B"),
        ("-b c a d", (2, 0, 1, 3), 2, "C A D -B"),
        ("C A cB D", None, None, ""),
        ("C A D cB", (2, 4, 1, 3), 2, "C A D cB"),
        ("A cD=cB cC", (1, 2, 4, 2), 0, "A cB=cD cC"),
        ("lC A D B", (2, 4, 1, 3), -1, "lC A D B"),
        ("lA lB lC lD", (1, 2, 3, 4), -1, "lA lB lC lD"),
        ("=", (1, 1, 1, 1), None, "="),
        ("A=B C D t", (1, 1, 3, 4), None, "A=B C D t"),
        ("id", (1, 1, 1, 1), None, "id"),
        ("= id", (1, 1, 1, 1), None, "id"),
        ("-A -B -C -D", (0, 0, 0, 0), -1, "-A -B -C -D"),
        ("31 64 x1 55", (3, 1, 4, 2), 1, "31 64 x1 55"),
        ("$100 x1 x2 100 t", (1, 4, 3, 1), None, "100 x1 x2 100 t"),
        ("100 x1 x1 100", (1, 3, 3, 1), None, "100 x1 x1 100"),
        ("50 60 - 40", (2, 1, 0, 3), 1, "50 60 - 40"),
        ("31 l64 x1 55", (3, 1, 4, 2), -1, "31 l64 x1 55"),
        ("31 64 0 55", (3, 1, 4, 2), 1, "31 64 x1 55"),
    ]:
        with subtests.test(text=text, places=places, winner=winner, shown=shown):
            if places is None:
                assert code(text) == "left_in_front"
                continue
            score = read(text)
            assert (score.places, score.winner) == (places, winner)
            assert places_text(score) == shown
            assert read(shown) == score


def test_what_cannot_be_is_named(subtests: pytest.Subtests) -> None:
    for text, problem in [
        ("", "places_missing"),
        ("t", "places_missing"),
        ("C A A B", "seat_twice"),
        ("C A B", "seats_missing"),
        ("C A E B D", "seat_unknown"),
        ("= C A D B", "order_unreadable"),
        ("C == A D B", "order_unreadable"),
        ("C A D ?", "order_unreadable"),
        ("A=cB C D", "left_shares"),
        ("C A D B id", "score_not_needed"),
        ("31 64 55", "amounts_count"),
        ("31 64 x1 B", "amount_unreadable"),
        ("100 64 x1 55", "amounts_wrong"),  # BR-18: 219 of 200
        ("200 0 0 0", "amounts_wrong"),  # who went out first?
        ("150 x1 x2 x3", "amounts_wrong"),  # the last one has the centre, too
        ("x1 x2 x3 x4", "amounts_nothing"),
    ]:
        with subtests.test(text=text, problem=problem):
            assert code(text) == problem


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("C A B", "Missing from the order: D. Type -D for an absent player."),
        ("C A", "Missing from the order: B, D. Type -D for an absent player."),
    ],
)
def test_the_seats_that_are_missing_are_told_with_what_to_type(text: str, said: str) -> None:
    with pytest.raises(ScoreError) as error:
        read(text)
    assert score_problem_text(error.value.problem) == said


def test_a_game_without_amounts_takes_places_only() -> None:
    with pytest.raises(ScoreError) as error:
        read_places("31 64 22 55", 4, None)
    assert error.value.problem.code == "no_amounts"


def test_pieces_that_do_not_add_up_are_said_in_the_games_words() -> None:
    with pytest.raises(ScoreError) as error:
        read("100 64 x1 55")
    assert error.value.problem.text == "BR-18: there are {held} pieces, but {players} players started with {whole}."
    assert error.value.problem.params == {"held": 219, "players": 4, "whole": 200}


def test_an_absent_player_brought_no_pieces() -> None:
    assert read("50 60 - 40").parts == ("played", "played", "absent", "played")
    assert code("70 80 - 40") == "amounts_wrong"  # 190, but three began with 150


def test_places_by_seat_have_no_gap_and_leave_room_after_a_tie() -> None:
    assert of_places([2, 4, 1, 3], 4).places == (2, 4, 1, 3)
    assert of_places([1, None, 1, 3], 4).parts == ("played", "absent", "played", "played")
    for wrong in ([1, 1, 2, 3], [1, 2, 2, 3], [2, 3, 4, 5], [1, 2, 3]):
        with pytest.raises(ScoreError):
            of_places(wrong, 4)


@pytest.mark.parametrize(
    ("text", "kept", "left"),
    [
        ("", "", [0, 1, 2, 3]),
        ("C", "C", [0, 1, 3]),
        ("c=a -b", "C=A -B", [3]),
        ("C=", "C", [0, 1, 3]),
        ("= C == A ? Z CC C -", "C=A", [1, 3]),
        ("C -A B", "C B -A", [3]),
    ],
)
def test_an_order_that_is_tapped_keeps_what_can_be_read(text: str, kept: str, left: list[int]) -> None:
    order = Order(text, 4)
    assert (order.text(), order.left) == (kept, left)
    for seat in order.left:
        assert Order(order.then(seat), 4).taken == order.taken | {seat}
        assert Order(order.then(seat, "-"), 4).absent[-1] == seat
        if order.groups:
            assert Order(order.then(seat, "="), 4).groups[-1][-1] == seat


def test_outcomes_follow_the_places() -> None:
    assert read("C=A D B").outcomes == (Outcome.DRAWN, Outcome.LOST, Outcome.DRAWN, Outcome.LOST)
    assert read("C A D B").outcomes == (Outcome.LOST, Outcome.LOST, Outcome.WON, Outcome.LOST)
