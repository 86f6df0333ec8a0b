"""The plan of a hall from lines of text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.hall_plan import PlanProblem, read_plan, rows_of


def test_rows_gaps_and_directions() -> None:
    plan, problems = read_plan("1-3 . 6 - 4\n\n. 7 8\ndoor")
    assert problems == []
    assert plan.tables == {1: (1, 1), 2: (2, 1), 3: (3, 1), 6: (5, 1), 5: (6, 1), 4: (7, 1), 7: (2, 5), 8: (3, 5)}
    assert (plan.door, plan.width, plan.height) == ((1, 7), 9, 9)


def test_gaps_at_the_end_of_a_row_need_no_place() -> None:
    assert read_plan("1-3 . . .\ndoor")[0].width == read_plan("1-3\ndoor")[0].width == 5


def test_nothing_is_an_empty_plan() -> None:
    plan, problems = read_plan("")
    assert (dict(plan.tables), problems) == ({}, [])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1-3\nx", PlanProblem(2, "unreadable", "x")),
        ("1-3 3", PlanProblem(1, "twice", "3")),
        ("0-4", PlanProblem(1, "out_of_range", "0-4")),
        ("1-9999", PlanProblem(1, "out_of_range", "1-9999")),
        ("door 1\ndoor", PlanProblem(2, "two_doors", "door")),
        ("1-200", PlanProblem(1, "wide")),
        (".\n" * 80 + "1", PlanProblem(81, "long")),
        ("\n".join(f"{row * 100 + 1}-{row * 100 + 100}" for row in range(31)), PlanProblem(31, "many")),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, problem: PlanProblem) -> None:
    _plan, problems = read_plan(text)
    assert problem in problems


def test_the_way_goes_around_tables() -> None:
    plan, _problems = read_plan("1-5\n6-10\ndoor")
    way = plan.way_to(3)
    assert (way[0], way[-1]) == (plan.door, plan.tables[3])
    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in pairwise(way))
    assert not set(way[1:-1]) & set(plan.tables.values())
    assert plan.way_to(99) == ()
    without, _problems = read_plan("1-5")
    assert without.way_to(3) == ()


@given(st.integers(1, 60), st.integers(1, 12))
def test_a_plan_to_begin_with_has_every_table_and_a_way_to_each(tables: int, across: int) -> None:
    plan, problems = read_plan(rows_of(list(range(1, tables + 1)), across))
    assert problems == []
    assert sorted(plan.tables) == list(range(1, tables + 1))
    assert all(plan.way_to(table) for table in plan.tables)
