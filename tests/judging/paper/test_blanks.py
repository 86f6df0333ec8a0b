"""The pieces of forms: ticks in lines, values with what they replaced, all inside their room."""

import pytest

from judging.paper import Written, blanks
from judging.paper.pages import new_pen
from tests.judging.paper import samples


@pytest.fixture
def pen():
    return new_pen(samples.heading(), keep_marks=True)


def test_labels_go_on_as_many_lines_as_they_need():
    assert blanks.tick_lines(samples.DECIDED, 1000, 0) == [list(samples.DECIDED)]
    lines = blanks.tick_lines(samples.DECIDED, 150, 60)
    assert [label for line in lines for label in line] == list(samples.DECIDED)
    assert len(lines) > 2
    assert len(lines[0]) == 1


def test_a_ticked_box_is_crossed(pen):
    blanks.tick(pen, 50, 50, "Time")
    plain = len(pen.marks)
    blanks.tick(pen, 50, 70, "Time", True)
    assert len(pen.marks) == 2 * plain + 2


def test_a_value_stands_after_the_values_it_replaced(pen):
    blanks.entry(pen, 100, 200, 150, 14, Written("2-1", ("1-2", "1-1")))
    texts = sorted((mark.left, mark.text) for mark in pen.marks if mark.text)
    assert [text for _, text in texts] == ["1-2", "1-1", "2-1"]


@pytest.mark.parametrize("size", [10.0, 12.0])
def test_long_values_stay_in_their_room(pen, size):
    old = ("Round loss for " + samples.LONG[1], "Warning for " + samples.LONG[0])
    blanks.entry(pen, 100, 200, 220, 14, Written("Match loss for " + samples.LONG[1], old), size)
    assert min(mark.left for mark in pen.marks) >= 100
    assert max(mark.right for mark in pen.marks) <= 320.1


def test_an_empty_value_leaves_the_line_free(pen):
    blanks.entry(pen, 100, 200, 150, 14, Written())
    assert pen.marks == []


def test_a_code_without_a_link_is_printed_alone(pen):
    blanks.code_block(pen, 100, 100, 50, "", "K7F-2QD")
    assert [mark.text for mark in pen.marks] == ["K7F-2QD"]
