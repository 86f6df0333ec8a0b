"""A text goes into its room whole: smaller, then in lines, then closer, then broken; never cut."""

from hypothesis import given, settings
from hypothesis import strategies as st

from judging.paper.text.fitting import LEADING, NARROWEST, fit, grow, wrap, wrap_anywhere
from judging.paper.text.lines import text_width
from tests.forms import in_form
from tests.judging.paper import samples

LONG = "Maximilian Alexander von Hohenzollern-Sigmaringen"


def words_of(laid) -> str:
    return "".join("".join(line.text.split()) for line in laid.lines)


def test_a_short_text_keeps_its_size():
    laid = fit("Ana Conde", 200, 20, 13, 10)
    assert (laid.size, laid.squeeze, len(laid.lines)) == (13, 1.0, 1)


def test_a_longer_one_shrinks_on_one_line():
    laid = fit(LONG, text_width(LONG) * 11, 40, 13, 10)
    assert len(laid.lines) == 1
    assert 10 < laid.size <= 11


def test_then_it_goes_on_two_lines():
    laid = fit(LONG, text_width(LONG) * 7, 40, 13, 10)
    assert (len(laid.lines), laid.squeeze, laid.leading) == (2, 1.0, laid.size * LEADING)
    assert laid.size >= 10


def test_then_its_letters_are_squeezed():
    laid = fit("Featherstonehaugh", text_width("Featherstonehaugh") * 8, 12, 13, 10)
    assert laid.squeeze == NARROWEST
    assert laid.size >= 10


def test_at_last_it_is_broken_and_small_but_whole():
    laid = fit(samples.ENDLESS, 60, 20, 13, 10)
    assert words_of(laid) == samples.ENDLESS
    assert laid.size < 10


def test_a_row_that_grows_never_goes_under_the_floor():
    laid = grow(samples.ENDLESS, 60, 13, 10)
    assert laid.size == 10
    assert words_of(laid) == samples.ENDLESS


def test_a_low_room_lowers_the_size():
    assert fit("Ana", 200, 8, 13, 10).height <= 8


def test_lines_break_after_spaces_and_hyphens_and_between_ideographs():
    assert wrap("one two", text_width("one ") + 0.1) == ("one", "two")
    assert wrap("one-two", text_width("one-")) == ("one-", "two")
    assert wrap("山田太郎", text_width("山田")) == ("山田", "太郎")


def test_a_word_too_long_for_a_line_is_no_wrap_but_can_be_broken():
    assert wrap("Featherstonehaugh", 2) == ()
    assert "".join(wrap_anywhere("Featherstonehaugh", 2)) == "Featherstonehaugh"


@settings(max_examples=in_form(gate=50, long=200))
@given(
    text=st.one_of(st.sampled_from(samples.NAMES), st.text(min_size=1, max_size=80)),
    width=st.floats(30, 300),
    height=st.floats(11, 40),
)
def test_whatever_the_text_it_stays_in_its_room(text, width, height):
    laid = fit(text, width, height, 13, 10)
    assert laid.width <= width + 0.01
    assert laid.height <= height + 0.01
    assert words_of(laid) == "".join(text.split())
