"""HarfBuzz shapes what is not drawn letter by letter: joined Arabic, conjuncts, vowel signs, marks on letters."""

import pytest
from reportlab.pdfbase import pdfmetrics

from judging.paper.text import faces
from judging.paper.text.lines import compose, text_width
from judging.paper.text.shaping import script_of, shape

ACUTE, DOT_BELOW, CIRCUMFLEX, CEDILLA = "\u0301", "\u0323", "\u0302", "\u0327"


def glyphs(text: str, right_to_left: bool = False) -> list[int]:
    """The glyph numbers that draw a text of one script, from left to right."""
    face = faces.face(text[0], False)
    assert face is not None
    mapped = pdfmetrics.getFont(face.name).face.charToGlyph
    return [mapped[ord(glyph.character)] for glyph in shape(face.name, text, right_to_left)]


@pytest.mark.parametrize(
    ("word", "most"),
    [("क्ष", 1), ("श्री", 2), ("त्रि", 2), ("र्णि", 3), ("க்ஷ", 1), ("ஸ்ரீ", 1), ("ക്ഷ", 1), ("শ্রী", 2), ("ක්‍ෂ", 1)],
)
def test_a_conjunct_is_drawn_without_its_virama(word, most):
    drawn = glyphs(word)
    assert len(drawn) <= most < len(word)
    virama = next(character for character in word if character in "\u094d\u09cd\u0bcd\u0d4d\u0dca")
    assert glyphs(word[0] + virama)[-1:] != drawn[-1:]


def test_without_a_conjunct_in_the_font_the_virama_shows():
    assert glyphs("ட்க") == [*glyphs("ட்"), *glyphs("க")]


@pytest.mark.parametrize("word", ["कि", "কি", "தெ", "കെ"])
def test_a_vowel_sign_is_drawn_before_its_consonant(word):
    consonant = glyphs(word[0])
    assert glyphs(word)[-1:] == consonant


def test_arabic_letters_join():
    """Meem initial, hah medial, meem medial, dal final, drawn from the right."""
    apart = [glyph for letter in reversed("محمد") for glyph in glyphs(letter, True)]
    joined = glyphs("محمد", True)
    assert len(joined) == 4
    assert all(one != other for one, other in zip(apart, joined, strict=True))


def test_lam_and_alef_are_tied():
    assert set(glyphs("لا", True)).isdisjoint(glyphs("ل", True) + glyphs("ا", True))


def test_a_non_joiner_parts_letters_and_is_not_drawn():
    assert glyphs("می\u200cخ", True) == [*glyphs("خ", True), *glyphs("می", True)]


@pytest.mark.parametrize(("plain", "pointed"), [("שרה", "שָׂרָה"), ("محمد", "مُحَمَّد")])
def test_points_and_vowel_marks_are_drawn_and_take_no_room(plain, pointed):
    assert text_width(pointed) == pytest.approx(text_width(plain))
    assert sum(len(run.text) for run in compose(pointed).runs) > sum(len(run.text) for run in compose(plain).runs)


def test_brackets_face_inwards():
    opening = compose("שרה (חיפה)").runs[0]
    assert (opening.left, opening.text[0]) == (0, "(")


@pytest.mark.parametrize("letter", ["x", "X", "m", "l", "B"])
def test_a_mark_stands_over_its_letter(letter):
    base, *marks = compose(letter + CIRCUMFLEX).runs
    (mark,) = marks
    assert 0 <= mark.left <= text_width(letter)
    assert base.text == letter
    assert text_width(letter + CIRCUMFLEX) == pytest.approx(text_width(letter))


def test_a_mark_over_a_capital_is_higher():
    assert compose("X" + CIRCUMFLEX).runs[1].rise > compose("x" + CIRCUMFLEX).runs[1].rise


def test_a_second_mark_stands_over_the_first():
    _, first, second = compose("x" + CIRCUMFLEX + ACUTE).runs
    assert second.rise > first.rise


def test_a_mark_below_is_not_raised():
    _, mark = compose("x" + DOT_BELOW).runs
    assert mark.rise <= 0


def test_a_mark_without_a_letter_is_drawn_alone():
    assert [run.text for run in compose(ACUTE).runs] == [ACUTE]


def test_latin_letters_are_not_kerned_or_tied():
    (run,) = compose("AVA office").runs
    assert run.text == "AVA office"


def test_a_glyph_without_a_character_has_the_same_one_in_any_order():
    face = faces.face("क", False)
    assert face is not None
    font = pdfmetrics.getFont(face.name).face
    (glyph,) = shape(face.name, "क्ष", False)
    shape(face.name, "श्री", False)
    assert shape(face.name, "क्ष", False) == [glyph]
    assert ord(glyph.character) == faces.GLYPHS + font.charToGlyph[ord(glyph.character)]


def test_a_name_cannot_ask_for_a_glyph_by_number():
    face = faces.face("க", False)
    assert face is not None
    (glyph,) = shape(face.name, "க்ஷ", False)
    assert faces.face(glyph.character, False) is None


@pytest.mark.parametrize(
    ("character", "script"), [("a", "Latn"), ("क", "Deva"), ("م", "Arab"), (" ", "Zyyy"), ("1", "Zyyy")]
)
def test_the_script_of_a_character(character, script):
    assert script_of(character) == script
