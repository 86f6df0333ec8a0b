"""What of a text is drawn, and in which order: invisible characters go, right-to-left text is turned."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.paper.text.lines import compose
from judging.paper.text.script import clusters, levels, visible, visual_order


def ordered(text: str) -> str:
    """The letters from left to right, before they are shaped."""
    letters = clusters(visible(text))
    return "".join(letters[place] for place in visual_order(levels(letters)))


def test_plain_text_is_drawn_as_it_is():
    assert visible("Ana Conde (12)") == "Ana Conde (12)"
    assert ordered("Ana Conde (12)") == "Ana Conde (12)"


def test_hebrew_is_drawn_from_the_right():
    assert ordered("שרה כהן") == "ןהכ הרש"


@pytest.mark.parametrize(
    ("stored", "drawn"),
    [
        ("שרה (חיפה)", "(הפיח) הרש"),
        ("שלום (abc) 12", "12 (abc) םולש"),
        ("Bob (אבג) x", "Bob (גבא) x"),
        ("«אבג»", "«גבא»"),
        ("אב (ג [ד] ה)", "(ה [ד] ג) בא"),
    ],
)
def test_brackets_face_inwards(stored, drawn):
    """HarfBuzz turns a bracket that is read from right to left; here its place is as in the drawn text."""
    turned = str.maketrans("()[]«»", ")(][»«")
    letters = clusters(visible(stored))
    level = levels(letters)
    text = "".join(
        letters[place].translate(turned) if level[place] % 2 else letters[place] for place in visual_order(level)
    )
    assert text == drawn


def test_numbers_keep_their_order_in_right_to_left_text():
    assert ordered("אב 12 ג") == "ג 12 בא"


def test_a_name_of_two_directions_keeps_its_order():
    assert ordered("Ahmed אבג Ali") == "Ahmed גבא Ali"


def test_marks_stay_with_their_letters():
    assert clusters("किa\u0301") == ["कि", "a\u0301"]
    assert ordered("שָׂר") == "רשָׂ"


def test_decomposed_letters_are_composed():
    assert visible("Zoe\u0308") == "Zoë"


def test_joiners_stay_only_where_they_change_letters():
    assert visible("می\u200cخ") == "می\u200cخ"
    assert visible("ක්\u200dෂ") == "ක්\u200dෂ"
    assert visible("Ana\u200cConde\u200d") == "AnaConde"


@pytest.mark.parametrize(
    ("stored", "drawn"),
    [
        ("👍🏽", "👍"),
        ("❤\ufe0f", "❤"),
        ("1\ufe0f\u20e3", "1"),
        ("👩\u200d🚀", "👩🚀"),
        ("🇳🇱", "[NL]"),
        ("Ana\u200b\u202eConde\u2069", "AnaConde"),
        ("Ana\tConde\n", "Ana Conde "),
        ("Ana\u00a0Conde", "Ana Conde"),
        ("a\x00b\x1bc", "abc"),
    ],
)
def test_what_cannot_be_seen_is_not_drawn(stored, drawn):
    assert visible(stored) == drawn


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_any_text_can_be_ordered(text):
    letters = clusters(visible(text))
    assert sorted(visual_order(levels(letters))) == list(range(len(letters)))
    assert compose(text).text == text
