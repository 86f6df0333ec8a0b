"""Scores that are refused, each with its problem and its sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from matches import tables
from matches.results.kinds.registry import LABELS
from matches.results.labels.results import score_problem_text
from matches.tables import duel_score
from matches.tables.duel_score import make, parse
from matches.tables.score import DRAWN, ScoreError
from rules_engine.units import UNITS
from tests.matches.shapes import MONEY, ONE_ROUND, PLACES, POINTS, ROUNDS, TWO_ROUNDS, Shape


def problem(text: str, shape: Shape = ROUNDS, *, needs_winner: bool = False) -> str:
    with pytest.raises(ScoreError) as error:
        parse(text, shape, needs_winner=needs_winner)
    assert score_problem_text(error.value.problem)
    return error.value.problem.code


def test_scores_that_cannot_be(subtests: pytest.Subtests) -> None:
    for text, shape, code in [
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
    ]:
        with subtests.test(text=text, shape=shape, code=code):
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
    rows = re.findall(r"^``([a-z0-9 ]+)`` ", duel_score.__doc__ or "", re.MULTILINE)
    assert {mark for row in rows for mark in row.split()} == set(duel_score.MARKS)


def test_every_problem_has_its_sentence() -> None:
    sources = [path.read_text(encoding="utf-8") for path in Path(tables.__path__[0]).glob("*.py")]
    raised = {code for source in sources for code in re.findall(r'(?:fail|ScoreProblem)\("([a-z_]+)"', source)}
    limits = {code for unit in UNITS.values() for code in (unit.too_much, unit.too_little) if code}
    # What the game says of amounts has the game's own sentence.
    assert (raised | limits) - {"amounts_wrong"} == {code for labels in LABELS.values() for code in labels.problems}


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
