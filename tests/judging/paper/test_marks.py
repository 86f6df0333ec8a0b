"""Marks without a composed letter sit on their letter: centred, over capitals, over one another."""

import pytest

from judging.paper import marks
from judging.paper.runs import compose, width

FONT = "paper-NotoSans-Regular"
ACUTE, DOT_BELOW, CIRCUMFLEX = "\u0301", "\u0323", "\u0302"


def box(run):
    """Where the outline of a single mark or letter stands on its line, at size 1."""
    left, bottom, right, top = marks.box(run.font, run.text)
    return run.left + left, run.rise + bottom, run.left + right, run.rise + top


@pytest.mark.parametrize("letter", ["x", "X", "m", "l", "B"])
def test_a_mark_is_centred_over_its_letter(letter):
    base, mark = compose(letter + CIRCUMFLEX).runs
    letter_left, _, letter_right, letter_top = box(base)
    left, bottom, right, _ = box(mark)
    assert (left + right) / 2 == pytest.approx((letter_left + letter_right) / 2)
    assert bottom >= letter_top


def test_a_second_mark_stands_over_the_first():
    _, first, second = compose("x" + CIRCUMFLEX + ACUTE).runs
    assert box(second)[1] >= box(first)[3]


def test_a_mark_below_stays_below():
    _, mark = compose("x" + DOT_BELOW).runs
    assert box(mark)[3] < 0


def test_marks_take_no_room():
    assert width("x" + CIRCUMFLEX + "y") == pytest.approx(width("xy"))


def test_a_mark_without_a_letter_is_drawn_alone():
    assert [run.text for run in compose(ACUTE).runs] == [ACUTE]


def test_marks_that_fonts_place_themselves_are_left_alone():
    assert not marks.is_mark("\u0e31")  # Thai
    assert not marks.is_mark("\u093f")  # Devanagari
    assert marks.is_mark(ACUTE)


def test_a_space_has_an_empty_box():
    assert marks.box(FONT, " ") == (0, 0, 0, 0)
