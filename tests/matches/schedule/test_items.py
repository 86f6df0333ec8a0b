"""The lines of a schedule: read, written, proposed and moved."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.schedule.items import (
    LONGEST_TEXT,
    MOST_ITEMS,
    Course,
    Item,
    as_lines,
    from_stored,
    later,
    proposed,
    read_lines,
    to_stored,
)

DAY = date(2026, 11, 28)


def at(hour: int, minute: int = 0, day: int = 28) -> datetime:
    return datetime.fromisoformat(f"2026-11-{day:02}T{hour:02}:{minute:02}")


def test_lines_are_times_and_texts_and_a_date_begins_another_day() -> None:
    text = "9:30 Check-in closes\n\n 10.00   Round 1 \n2026-11-29 09:00 Round 6\n10:00 Round 7"
    items, wrong = read_lines(text, DAY)
    assert wrong == []
    assert items == (
        Item(at(9, 30), "Check-in closes"),
        Item(at(10), "Round 1"),
        Item(at(9, day=29), "Round 6"),
        Item(at(10, day=29), "Round 7"),
    )


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("Round 1", 1, "shape"),
        ("10:00", 1, "shape"),
        ("10:00 Round 1\n25:00 Round 2", 2, "time"),
        ("2026-02-30 10:00 Round 1", 1, "time"),
        ("10:00 Round 1\n9999-12-31 23:59 Round 2", 2, "year"),
        ("0001-01-01 10:00 Round 1", 1, "year"),
        ("10:00 Round 1\n\n9:00 Round 2", 3, "order"),
        ("10:00 " + "x" * (LONGEST_TEXT + 1), 1, "text"),
        ("\n".join("10:00 Round" for _ in range(MOST_ITEMS + 2)), MOST_ITEMS + 1, "many"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, line: int, code: str) -> None:
    _items, wrong = read_lines(text, DAY)
    assert [(each.line, each.code) for each in wrong] == [(line, code)]


MOMENTS = st.datetimes(at(0), datetime.fromisoformat("2026-12-03T00:00"))
ITEMS = st.lists(
    st.builds(
        Item,
        MOMENTS.map(lambda t: t.replace(second=0, microsecond=0)),
        st.text("abc 1", min_size=1, max_size=20).map(str.split).filter(bool).map(" ".join),
    ),
    max_size=MOST_ITEMS,
).map(lambda items: tuple(sorted(items, key=lambda item: item.at)))


@given(ITEMS)
def test_what_is_written_is_read_again(items: tuple[Item, ...]) -> None:
    assert read_lines(as_lines(items, DAY), DAY) == (items, [])
    assert from_stored(to_stored(items)) == items


@given(ITEMS, st.integers(-600, 600), MOMENTS)
def test_a_delay_moves_what_is_to_come_and_keeps_the_order(
    items: tuple[Item, ...], minutes: int, now: datetime
) -> None:
    moved = later(items, minutes, now)
    assert [item.text for item in moved] == [item.text for item in items]
    assert all(new.at == old.at for old, new in zip(items, moved, strict=True) if old.at <= now)
    assert all(new.at >= now for old, new in zip(items, moved, strict=True) if old.at > now)
    assert list(moved) == sorted(moved, key=lambda item: item.at)


def test_a_proposal_has_each_round_the_break_and_the_end() -> None:
    course = Course(
        start=at(10),
        rounds=("Round 1", "Round 2", "Round 3"),
        cut=("Semi-finals", "Final"),
        minutes=35,
        between=5,
        pause_after=2,
        pause=45,
        pause_text="Break",
        end_text="Prize-giving",
    )
    assert as_lines(proposed(course), DAY).splitlines() == [
        "10:00 Round 1",
        "10:40 Round 2",
        "11:15 Break",
        "12:00 Round 3",
        "12:40 Semi-finals",
        "13:20 Final",
        "13:55 Prize-giving",
    ]


@given(st.integers(0, 12), st.integers(0, 5), st.integers(1, 90), st.integers(0, 30))
def test_between_two_rounds_there_is_time_for_the_first(rounds: int, cut: int, minutes: int, between: int) -> None:
    names = tuple(f"Round {n}" for n in range(rounds))
    items = proposed(Course(start=at(10), rounds=names, cut=names[:cut], minutes=minutes, between=between))
    assert len(items) == rounds + len(names[:cut])
    starts = [item.at for item in items]
    step = timedelta(minutes=minutes + between)
    assert all(second - first == step for first, second in pairwise(starts))
