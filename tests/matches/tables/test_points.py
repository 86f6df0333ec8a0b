"""A table of points for pods: read, interpolated, shared, and what is wrong with one."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.tables.kinds import reckon
from matches.tables.outcome import Part
from matches.tables.points import (
    PointsError,
    PointsProblem,
    interpolated,
    mean_of,
    points_of,
    read_rows,
    row_for,
    row_text,
)
from matches.tables.terms import PodTerms
from tests.matches.lines import line_of

FOUR = read_rows("5-3-2-1")
TERMS = PodTerms(4, 3, Fraction(5), FOUR, draw=Fraction(1))


def numbers(*values: float | str) -> tuple[Fraction, ...]:
    return tuple([Fraction(str(value)) for value in values])


def test_rows_are_read_by_their_length() -> None:
    rows = read_rows(" 5-3-2-1; 5-2.5-1 ")
    assert rows == {4: numbers(5, 3, 2, 1), 3: numbers(5, 2.5, 1)}
    assert read_rows("") == {}
    assert row_text(rows[3]) == "5-2.5-1"
    assert row_text(interpolated(numbers(10, 5), 4)) == "10-8.333-6.667-5"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("5", PointsProblem.UNREADABLE),
        ("5-x", PointsProblem.UNREADABLE),
        ("5--1", PointsProblem.UNREADABLE),
        ("1001-1", PointsProblem.UNREADABLE),
        ("5-3-4-1", PointsProblem.RISES),
        ("0-0-0", PointsProblem.NOTHING),
        ("5-3 4-1", PointsProblem.ROW_TWICE),
    ],
)
def test_a_row_that_cannot_be_is_named(text: str, problem: PointsProblem) -> None:
    with pytest.raises(PointsError) as error:
        read_rows(text)
    assert error.value.problem is problem


def test_a_missing_row_lies_on_the_lines_of_the_usual_one() -> None:
    assert row_for(FOUR, 3, 4) == numbers(5, 2.5, 1)
    assert row_for(read_rows("5-3-2-1 6-3-1"), 3, 4) == numbers(6, 3, 1)
    assert mean_of(FOUR[4]) == Fraction(11, 4)


@given(st.lists(st.integers(0, 50), min_size=2, max_size=8), st.integers(2, 8))
def test_another_row_has_the_same_ends_and_falls(values: list[int], size: int) -> None:
    row = tuple([Fraction(value) for value in sorted(values, reverse=True)])
    other = interpolated(row, size)
    assert len(other) == size
    assert (other[0], other[-1]) == (row[0], row[-1])
    assert list(other) == sorted(other, reverse=True)
    assert interpolated(row, len(row)) == row


def test_those_who_tie_share_the_mean_of_the_places_they_cover() -> None:
    assert points_of(FOUR[4], 1, 2) == Fraction(5, 2)
    line = line_of(seats=("a", "b", "c", "d"), outcomes=(), places=(1, 2, 2, 4))
    assert [seat.points for seat in reckon(line, TERMS)] == list(numbers(5, 2.5, 2.5, 1))


def test_an_absent_player_makes_the_table_smaller_and_a_loss_brings_nothing() -> None:
    parts = (Part.PLAYED, Part.LOST, Part.PLAYED, Part.ABSENT)
    line = line_of(seats=("a", "b", "c", "d"), outcomes=(), places=(1, 2, 3, 0), parts=parts)
    assert [seat.points for seat in reckon(line, TERMS)] == list(numbers(5, 0, 1, 0))


def test_an_agreed_draw_brings_what_the_event_says() -> None:
    line = line_of(seats=("a", "b", "c", "d"), outcomes=(), places=(1, 1, 1, 1), agreed=True)
    assert {seat.points for seat in reckon(line, TERMS)} == {Fraction(1)}
    shared = PodTerms(4, 3, Fraction(5), FOUR)
    assert {seat.points for seat in reckon(line, shared)} == {Fraction(11, 4)}
    assert (TERMS.top, TERMS.span, TERMS.middle) == (5, 4, Fraction(11, 4))
