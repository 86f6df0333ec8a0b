"""From stored to drawn order: joined Arabic, right to left, vowel signs, what is invisible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.paper.script import visual


def test_plain_text_is_drawn_as_it_is():
    assert visual("Ana Conde (12)") == "Ana Conde (12)"


def test_hebrew_is_drawn_from_the_right():
    assert visual("שרה כהן") == "ןהכ הרש"


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
    assert visual(stored) == drawn


def test_arabic_letters_join():
    """Meem initial, hah medial, meem medial, dal final (U+FEE3 U+FEA4 U+FEE4 U+FEAA), from the right."""
    assert visual("محمد") == "\ufeaa\ufee4\ufea4\ufee3"


def test_lam_and_alef_are_one_letter():
    assert visual("لا") == "\ufefb"


def test_a_non_joiner_parts_letters_and_is_not_drawn():
    drawn = visual("می‌خواهم")
    assert "\u200c" not in drawn
    assert "\ufbfd" in drawn  # yeh, final form: nothing joins over the gap


def test_hebrew_points_are_left_out():
    assert visual("שָׂרָה") == visual("שרה")


def test_decomposed_letters_are_composed():
    assert visual("Zoe\u0308") == "Zoë"


def test_indic_vowel_signs_go_before_their_consonants():
    assert visual("कि") == "िक"
    assert visual("र्णि") == "िर्ण"
    assert visual("কো") == "েকা"
    assert visual("தெ") == "ெத"


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
    assert visual(stored) == drawn


@given(st.text())
def test_any_text_can_be_ordered(text):
    assert isinstance(visual(text), str)
