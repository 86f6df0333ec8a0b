"""What the desk may type, and what it means."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches import scores
from matches.results.labels import TEXTS, score_problem_text
from matches.scores import (
    ALL_LOST,
    DRAWN,
    MOST_AMOUNT,
    Score,
    ScoreError,
    make,
    parse,
    show,
    split_line,
    tie_marks,
    typed,
)
from rules_engine.bankout.score_form import ROUND_WINS, TOTALS
from rules_engine.scoring import PLAIN, ScoreForm


@dataclass(frozen=True)
class Shape:
    unit: str
    best_of: int | None = None
    wins_needed: int | None = None
    least: int = 0
    most: int | None = None
    form: ScoreForm = ROUND_WINS


ROUNDS = Shape("rounds", best_of=3, wins_needed=2)
ONE_ROUND = Shape("rounds", best_of=1, wins_needed=1)
TWO_ROUNDS = Shape("rounds", best_of=2)
MONEY = Shape("money", form=TOTALS)
POINTS = Shape("points", least=5, most=21, form=PLAIN)
PLACES = Shape("places", form=TOTALS)
MARKS = [*scores.MARKS, *tie_marks(ROUND_WINS.tie_decisions)]


def problem(text: str, shape: Shape = ROUNDS, *, needs_winner: bool = False) -> str:
    with pytest.raises(ScoreError) as error:
        parse(text, shape, needs_winner=needs_winner)
    assert score_problem_text(error.value.problem)
    return error.value.problem.code


@pytest.mark.parametrize(
    ("line", "table", "rest"),
    [
        ("12 2-1", 12, "2-1"),
        ("  12\t2-1 t ", 12, "2-1 t"),
        ("12: 2-1", 12, "2-1"),
        ("12:2-1", 12, "2-1"),
        ("12,2-1", 12, "2-1"),
        ("12, 2-1", 12, "2-1"),
        ("12. 2-1", 12, "2-1"),
        ("12; 2 - 1", 12, "2 - 1"),
        ("table 12 2-1", 12, "2-1"),
        ("Table12 2–1", 12, "2–1"),
        ("t12 xx", 12, "xx"),
        ("T. 7 2-0", 7, "2-0"),
        ("#7 2-0", 7, "2-0"),
        ("１２　２－１", 12, "2-1"),
        ("12\u00a02-1", 12, "2-1"),
        ("1000 2,410-1,980", 1000, "2,410-1,980"),
        ("12, 2,410-1,980", 12, "2,410-1,980"),
        ("12:2,410-1,980", 12, "2,410-1,980"),
        ("12", 12, ""),
        ("12:", 12, ""),
        ("012 2-1", 12, "2-1"),
        ("2 410-1980", 2, "410-1980"),
    ],
)
def test_a_line_is_a_table_and_a_score(line: str, table: int, rest: str) -> None:
    assert split_line(line, ROUNDS) == (table, rest)


@pytest.mark.parametrize(
    "line",
    # Without a table, and what could be money with its separator: nothing is stored at a table that was not meant.
    ["", "  ", "2-1", "two 2-1", "-3 2-1", "1234567 2-1", "12,410-1,980", "2.410-1.980", "x1", "12-2-1"],
)
def test_a_line_without_a_table_is_refused(line: str) -> None:
    with pytest.raises(ScoreError) as error:
        split_line(line, ROUNDS)
    assert error.value.problem.code == "line_unreadable"


@pytest.mark.parametrize(
    ("text", "rounds", "winner", "decided_by"),
    [
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
        ("id", (0, 0), DRAWN, "intentional_draw"),
    ],
)
def test_round_wins(text: str, rounds: tuple[int, int], winner: int | None, decided_by: str) -> None:
    assert parse(text, ROUNDS) == Score(rounds=rounds, winner=winner, decided_by=decided_by)


@pytest.mark.parametrize(
    ("text", "totals", "winner", "decided_by"),
    [
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
        ("id", (0, 0), DRAWN, "intentional_draw"),
    ],
)
def test_money(text: str, totals: tuple[int, int], winner: int | None, decided_by: str) -> None:
    assert parse(text, MONEY) == Score(totals=totals, winner=winner, decided_by=decided_by)


@pytest.mark.parametrize(
    ("text", "shape", "code"),
    [
        ("", ROUNDS, "score_missing"),
        ("t", ROUNDS, "score_missing"),
        ("sd1", ROUNDS, "score_missing"),
        ("two", ROUNDS, "score_unreadable"),
        ("2", ROUNDS, "score_unreadable"),
        ("21", ROUNDS, "score_unreadable"),
        ("2 1", ROUNDS, "score_unreadable"),
        ("2-1-1", ROUNDS, "score_unreadable"),
        ("-2-1", ROUNDS, "score_unreadable"),
        ("2-1 z", ROUNDS, "score_unreadable"),
        ("2-1 t c", ROUNDS, "score_unreadable"),
        ("t 2-1", ROUNDS, "score_unreadable"),
        ("3-0", ROUNDS, "too_many_wins"),
        ("0-3 t", ROUNDS, "too_many_wins"),
        ("2-2", ROUNDS, "too_many_rounds"),
        ("2,410-1,980", ROUNDS, "too_many_wins"),
        ("1-1", ONE_ROUND, "too_many_rounds"),
        ("2-1", TWO_ROUNDS, "too_many_rounds"),
        ("2-1 sd1", ROUNDS, "sudden_death_not_level"),
        ("1-1 c", ROUNDS, "concession_level"),
        ("1-0 t1", ROUNDS, "running_bank_not_level"),
        ("2-1 xx", ROUNDS, "score_not_needed"),
        ("2-0 x2", ROUNDS, "score_not_needed"),
        ("1-1 id", ROUNDS, "score_not_needed"),
        ("1000001-0", MONEY, "too_much_money"),
        ("9999999999-0", MONEY, "score_unreadable"),
        ("2 410-1980", MONEY, "score_unreadable"),
        ("2410.50-1980", MONEY, "score_unreadable"),
        ("24,10-1980", MONEY, "score_unreadable"),
        ("1-2 sd1", MONEY, "sudden_death_not_level"),
        ("1500-1500 t1", MONEY, "running_bank_counted"),
        ("1500-1500 c", MONEY, "concession_level"),
    ],
)
def test_scores_that_cannot_be(text: str, shape: Shape, code: str) -> None:
    assert problem(text, shape) == code


@pytest.mark.parametrize("shape", [ROUNDS, MONEY])
@pytest.mark.parametrize("text", ["1-1", "0-0", "1-1 t", "id"])
def test_a_bracket_needs_a_winner(text: str, shape: Shape) -> None:
    assert parse(text, shape).winner is DRAWN
    assert problem(text, shape, needs_winner=True) == "winner_needed"


@pytest.mark.parametrize("text", ["1-1 sd1", "1-1 t2", "1-0", "2-1", "x1", "xx", "0-0 c1"])
def test_a_bracket_accepts_scores_with_a_winner_and_double_no_shows(text: str) -> None:
    assert parse(text, ROUNDS, needs_winner=True) == parse(text, ROUNDS)


def test_rounds_without_a_number_of_wins_may_be_level() -> None:
    assert make((1, 1), TWO_ROUNDS).winner is DRAWN
    assert make((2, 0), TWO_ROUNDS).decided_by == "played"


def test_the_problem_names_the_limit() -> None:
    with pytest.raises(ScoreError) as error:
        parse("2-2", ROUNDS)
    assert error.value.problem.params == {"most": 3}
    with pytest.raises(ScoreError) as error:
        parse("0-9", ROUNDS)
    assert error.value.problem.params == {"needed": 2}


def test_every_mark_is_explained_above_the_module() -> None:
    rows = re.findall(r"^``([a-z0-9 ]+)`` ", scores.__doc__ or "", re.MULTILINE)
    assert {mark for row in rows for mark in row.split()} == set(scores.MARKS)


def test_every_problem_has_its_sentence() -> None:
    source = Path(scores.__file__).read_text(encoding="utf-8")
    assert set(re.findall(r'"([a-z]+(?:_[a-z]+)+)"', source)) - {"intentional_draw", "no_show"} == set(TEXTS)


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


@given(text=TYPED)
def test_splitting_raises_nothing_but_its_own_error(text: str) -> None:
    try:
        table, rest = split_line(text, ROUNDS)
    except ScoreError:
        return
    assert 0 <= table <= 999_999
    assert " ".join(unicodedata.normalize("NFKC", text).split()).endswith(rest)


@given(
    first=st.integers(0, MOST_AMOUNT), second=st.integers(0, MOST_AMOUNT), mark=st.sampled_from(["", "t", "c1", "c2"])
)
def test_money_is_read_with_and_without_separators(first: int, second: int, mark: str) -> None:
    assert parse(f"{first:,}-{second:,} {mark}", MONEY) == parse(f"${first} – ${second}{mark}", MONEY)
    assert parse(f"{first}-{second} {mark}", MONEY) == make((first, second), MONEY, mark=mark)


# Points and places


@pytest.mark.parametrize(
    ("text", "numbers", "winner", "decided"),
    [
        ("21-15", (21, 15), 0, "played"),
        ("9-12 t", (9, 12), 1, "time"),
        ("12-12", (12, 12), DRAWN, "time"),
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


@pytest.mark.parametrize(
    ("text", "shape", "code"),
    [
        ("22-5", POINTS, "too_many_points"),
        ("20-4", POINTS, "too_few_points"),
        ("501-0", Shape("money", most=500), "too_much_money"),
        ("20-4", Shape("money", least=5), "too_little_money"),
        ("1000001-0", Shape("points"), "too_many_points"),
        ("2-2", PLACES, "places_wrong"),
        ("1-3", PLACES, "places_wrong"),
        ("0-1", PLACES, "places_wrong"),
    ],
)
def test_a_number_outside_the_game_s_limits_is_refused(text: str, shape: Shape, code: str) -> None:
    assert problem(text, shape) == code
