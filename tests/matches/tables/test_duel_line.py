"""The desk's line: the table before a score, round losses and the pot after it."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.tables.duel import read_line, split_pot
from matches.tables.line import split_line
from matches.tables.score import ScoreError
from matches.tables.table import Table
from tests.matches.shapes import MONEY, ROUNDS


def test_a_line_is_a_table_and_a_score(subtests: pytest.Subtests) -> None:
    for line, table, rest in [
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
    ]:
        with subtests.test(line=line, table=table, rest=rest):
            assert split_line(line, ROUNDS) == (table, rest)


@pytest.mark.parametrize(
    "line", ["", "  ", "2-1", "two 2-1", "-3 2-1", "1234567 2-1", "12,410-1,980", "2.410-1.980", "x1", "12-2-1"]
)
def test_a_line_without_a_table_is_refused(line: str) -> None:
    with pytest.raises(ScoreError) as error:
        split_line(line, ROUNDS)
    assert error.value.problem.code == "line_unreadable"


@given(text=st.text(max_size=30))
def test_splitting_raises_nothing_but_its_own_error(text: str) -> None:
    try:
        table, rest = split_line(text, ROUNDS)
    except ScoreError:
        return
    assert 0 <= table <= 999_999
    assert " ".join(unicodedata.normalize("NFKC", text).split()).endswith(rest)


def test_a_pot_ends_the_line() -> None:
    assert split_pot("2410-1980 t pot $4,390", MONEY) == ("2410-1980 t", 4390)


@pytest.mark.parametrize(
    ("text", "totals", "winner", "off"),
    [
        ("1400-1200 rl1 300", (1100, 1200), 1, (300, 0)),
        ("1400-1200 rl1 0", (1400, 1200), 0, (0, 0)),
        ("1400-1200 rl1: $300 pot 90", (1100, 1200), 1, (300, 0)),
    ],
)
def test_what_a_lost_round_had_brought_is_taken_off(
    text: str, totals: tuple[int, int], winner: int, off: tuple[int, int]
) -> None:
    """A round loss where rounds add up: the player's part of that round counts nothing."""
    typed = read_line(text, Table(MONEY, lost=(1, 0)))
    assert (typed.score.totals, typed.score.winner, typed.off) == (totals, winner, off)


def test_both_may_have_lost_a_round() -> None:
    typed = read_line("1400-1200 rl1 300 rl2 200", Table(MONEY, lost=(1, 1)))
    assert typed.score.totals == (1100, 1000)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1400-1200", "round_loss_missing"),
        ("1400-1200 rl2 100", "no_round_loss"),
        ("1400-1200 rl1 1500", "too_much_off"),
    ],
)
def test_a_round_loss_is_neither_forgotten_nor_made_up(text: str, code: str) -> None:
    with pytest.raises(ScoreError) as error:
        read_line(text, Table(MONEY, lost=(1, 0)))
    assert error.value.problem.code == code


@pytest.mark.parametrize("text", ["x1", "xx", "id"])
def test_without_numbers_nothing_is_taken_off(text: str) -> None:
    assert read_line(text, Table(MONEY, lost=(1, 0))).off == (0, 0)


def test_round_wins_take_nothing_off() -> None:
    assert read_line("2-1", Table(ROUNDS, lost=(1, 0))).score.rounds == (2, 1)
    with pytest.raises(ScoreError):
        read_line("2-1 rl1 1", Table(ROUNDS, lost=(1, 0)))
