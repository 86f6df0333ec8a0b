"""Tables as ranges of numbers."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.table_ranges import (
    RangeError,
    holds,
    joined,
    numbers,
    of_numbers,
    offered,
    read_ranges,
    size,
    without,
    write_ranges,
)

some_numbers = st.sets(st.integers(1, 60), max_size=25)


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("", ()),
        ("7", ((7, 7),)),
        ("1-40", ((1, 40),)),
        ("50 – 60, 1—40; 45", ((1, 40), (45, 45), (50, 60))),
        ("1-4\n5-8", ((1, 8),)),
    ],
)
def test_a_list_is_read(text: str, ranges: object) -> None:
    assert read_ranges(text) == ranges


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("a", [("unreadable", "a")]),
        ("1-", [("unreadable", "1-")]),
        ("0-4", [("out_of_range", "0-4")]),
        ("1-100000", [("out_of_range", "1-100000")]),
        ("9-4", [("backwards", "9-4")]),
        ("1-4, 4-9", [("twice", "4-9")]),
        ("x, 5-2, 3", [("unreadable", "x"), ("backwards", "5-2")]),
        ("12345678", [("unreadable", "12345678")]),
    ],
)
def test_every_part_that_is_wrong_is_named(text: str, problems: list[tuple[str, str]]) -> None:
    with pytest.raises(RangeError) as refused:
        read_ranges(text)
    assert refused.value.problems == problems


def test_too_many_parts() -> None:
    text = ", ".join(str(number) for number in range(1, 100, 2))
    with pytest.raises(RangeError, match="too_many"):
        read_ranges(text)


@given(some_numbers)
def test_what_is_written_is_read_again(chosen: set[int]) -> None:
    ranges = of_numbers(chosen)
    assert read_ranges(write_ranges(ranges)) == ranges
    assert size(ranges) == len(chosen)
    assert [number for number in range(1, 70) if chosen and holds(ranges, number)] == sorted(chosen)
    assert all(low[1] + 1 < high[0] for low, high in pairwise(ranges))


@given(some_numbers, some_numbers)
def test_what_is_taken_is_left_out(chosen: set[int], taken: set[int]) -> None:
    left = without(of_numbers(chosen), of_numbers(taken))
    assert left == of_numbers(chosen - taken)


@given(some_numbers, st.integers(0, 30))
def test_what_is_offered_is_free_and_enough_if_there_is_enough(free: set[int], needed: int) -> None:
    stretches = of_numbers(free)
    found = offered(stretches, needed)
    assert without(found, stretches) == ()
    assert size(found) == min(needed, len(free))
    if any(last - first + 1 >= needed > 0 for first, last in stretches):
        assert len(found) == 1


def test_tables_go_on_behind_the_last_range() -> None:
    assert list(islice(numbers(((3, 4), (8, 8))), 5)) == [3, 4, 8, 9, 10]
    assert list(islice(numbers(()), 3)) == [1, 2, 3]


def test_ranges_that_touch_or_overlap_are_one() -> None:
    assert joined([(5, 8), (1, 4), (7, 9), (20, 20)]) == ((1, 9), (20, 20))
