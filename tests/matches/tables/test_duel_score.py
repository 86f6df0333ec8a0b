"""The scores that the desk can type, and what they mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.results.labels.results import score_problem_text
from matches.tables import duel_score
from matches.tables.duel_score import make, parse, show, tie_marks, typed
from matches.tables.score import ALL_LOST, DRAWN, MOST_AMOUNT, Duel, ScoreError
from rules_engine.bankout.record.score_form import ROUND_WINS
from tests.matches.shapes import MONEY, ONE_ROUND, PLACES, POINTS, ROUNDS, TWO_ROUNDS, Shape

MARKS = [*duel_score.MARKS, *tie_marks(ROUND_WINS.tie_decisions)]


def test_round_wins(subtests: pytest.Subtests) -> None:
    for text, rounds, winner, decided_by in [
        ("2-1", (2, 1), 0, "played"),
        ("0-2", (0, 2), 1, "played"),
        ("2–1", (2, 1), 0, "played"),
        ("2—1", (2, 1), 0, "played"),
        ("2−1", (2, 1), 0, "played"),
        ("2‑1", (2, 1), 0, "played"),
        ("2 - 1", (2, 1), 0, "played"),
        ("2:1", (2, 1), 0, "played"),
        ("2/1", (2, 1), 0, "played"),
        ("２：１", (2, 1), 0, "played"),
        ("1-0", (1, 0), 0, "time"),
        ("1-1", (1, 1), DRAWN, "time"),
        ("0-0", (0, 0), DRAWN, "time"),
        ("2-1 t", (2, 1), 0, "time"),
        ("1-1 t", (1, 1), DRAWN, "time"),
        ("1-1 T", (1, 1), DRAWN, "time"),
        ("1-1t", (1, 1), DRAWN, "time"),
        ("1-1 t1", (1, 1), 0, "time"),
        ("0-0 t2", (0, 0), 1, "time"),
        ("1-0 c", (1, 0), 0, "concession"),
        ("0-2 c", (0, 2), 1, "concession"),
        ("1-0 c1", (1, 0), 1, "concession"),
        ("0-0 c2", (0, 0), 0, "concession"),
        ("1-1 sd1", (1, 1), 0, "sudden_death"),
        ("1-1 sd2", (1, 1), 1, "sudden_death"),
        ("0-0 SD2", (0, 0), 1, "sudden_death"),
        ("x1", (0, 2), 1, "no_show"),
        ("x2", (2, 0), 0, "no_show"),
        ("xx", (0, 0), ALL_LOST, "no_show"),
        ("w1", (0, 2), 1, "walkover"),
        ("w2", (2, 0), 0, "walkover"),
        ("l1", (0, 2), 1, "penalty"),
        ("l2", (2, 0), 0, "penalty"),
        ("ll", (0, 0), ALL_LOST, "penalty"),
        ("id", (0, 0), DRAWN, "intentional_draw"),
    ]:
        with subtests.test(text=text, rounds=rounds, winner=winner, decided_by=decided_by):
            assert parse(text, ROUNDS) == Duel(rounds=rounds, winner=winner, decided_by=decided_by)


def test_money(subtests: pytest.Subtests) -> None:
    for text, totals, winner, decided_by in [
        ("2410-1980", (2410, 1980), 0, "played"),
        ("2,410-1,980", (2410, 1980), 0, "played"),
        ("2.410-1.980", (2410, 1980), 0, "played"),
        ("2'410-1’980", (2410, 1980), 0, "played"),
        ("$2,410 – $1,980", (2410, 1980), 0, "played"),
        ("2410$-1980$", (2410, 1980), 0, "played"),
        ("$ 2410 / $ 1980", (2410, 1980), 0, "played"),
        ("980-1,000,000", (980, MOST_AMOUNT), 1, "played"),
        ("0-0", (0, 0), DRAWN, "time"),
        ("1500-1500", (1500, 1500), DRAWN, "time"),
        ("1500-1400 t", (1500, 1400), 0, "time"),
        ("1500-1500 sd2", (1500, 1500), 1, "sudden_death"),
        ("1500-1400 c", (1500, 1400), 0, "concession"),
        ("1500-1400 c1", (1500, 1400), 1, "concession"),
        ("x1", (0, 0), 1, "no_show"),
        ("x2", (0, 0), 0, "no_show"),
        ("xx", (0, 0), ALL_LOST, "no_show"),
        ("w1", (0, 0), 1, "walkover"),
        ("ll", (0, 0), ALL_LOST, "penalty"),
        ("id", (0, 0), DRAWN, "intentional_draw"),
    ]:
        with subtests.test(text=text, totals=totals, winner=winner, decided_by=decided_by):
            assert parse(text, MONEY) == Duel(totals=totals, winner=winner, decided_by=decided_by)


PIECES = [*MARKS, "2", "1", "-", "–", ":", "$", ",", ".", " ", "1,980", "2410", "t", "１", "³", "\u00a0", "\x00"]


TYPED = st.one_of(st.text(max_size=30), st.lists(st.sampled_from(PIECES), max_size=8).map("".join))


@given(text=TYPED, shape=st.sampled_from([ROUNDS, ONE_ROUND, TWO_ROUNDS, MONEY]), needs_winner=st.booleans())
def test_reading_raises_nothing_but_its_own_error(text: str, shape: Shape, needs_winner: bool) -> None:
    try:
        score = parse(text, shape, needs_winner=needs_winner)
    except ScoreError as error:
        said = score_problem_text(error.problem)
    else:
        said = show(score, shape)
        assert score.winner in (0, 1, DRAWN, ALL_LOST)
        assert not (needs_winner and score.winner is DRAWN)
        again = parse(said, shape)
        assert show(again, shape) == said
        assert (again.rounds, again.totals) == (score.rounds, score.totals)
        assert parse(typed(score, shape), shape) == score
    assert said


@given(
    first=st.integers(0, MOST_AMOUNT), second=st.integers(0, MOST_AMOUNT), mark=st.sampled_from(["", "t", "c1", "c2"])
)
def test_money_is_read_with_and_without_separators(first: int, second: int, mark: str) -> None:
    assert parse(f"{first:,}-{second:,} {mark}", MONEY) == parse(f"${first} – ${second}{mark}", MONEY)
    assert parse(f"{first}-{second} {mark}", MONEY) == make((first, second), MONEY, mark=mark)


def test_a_score_of_four_seats_goes_to_the_best_seat_and_is_shown() -> None:
    score = make((9, 21, 12, 5), POINTS)
    assert (score.winner, score.decided_by) == (1, "played")
    assert show(score, POINTS) == "9-21-12-5"
    assert make((12, 9, 12, 5), POINTS).winner is DRAWN


@pytest.mark.parametrize(
    ("text", "numbers", "winner", "decided"),
    [
        ("21-15", (21, 15), 0, "played"),
        ("9-12 t", (9, 12), 1, "time"),
        ("12-12", (12, 12), DRAWN, "played"),
        ("12-12 t", (12, 12), DRAWN, "time"),
        ("12-9 c1", (12, 9), 1, "concession"),
    ],
)
def test_points_are_counted_as_totals(text: str, numbers: tuple[int, int], winner: int | None, decided: str) -> None:
    score = parse(text, POINTS)

    assert (score.totals, score.rounds) == (numbers, (0, 0))
    assert (score.winner, score.decided_by) == (winner, decided)
    assert parse(typed(score, POINTS), POINTS) == score


@pytest.mark.parametrize(
    ("text", "shown", "winner"),
    [("1-2", "1-2", 0), ("2-1 t", "2-1", 1), ("1-1", "1-1", DRAWN), ("1-1 sd2", "1-1", 1), ("2-1 c2", "1-2", 0)],
)
def test_in_places_the_lowest_number_wins(text: str, shown: str, winner: int | None) -> None:
    score = parse(text, PLACES)

    assert (score.winner, score.totals, score.rounds) == (winner, (0, 0), (0, 0))
    assert show(score, PLACES) == shown
    assert parse(typed(score, PLACES), PLACES) == score
