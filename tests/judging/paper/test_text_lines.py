"""A text in pieces of one font each: no character without a glyph, no box."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfbase import pdfmetrics

from judging.paper.text.lines import compose, text_width
from tests.forms import in_form
from tests.judging.paper import samples


def glyphs(line):
    for run in line.runs:
        face = pdfmetrics.getFont(run.font).face
        for character in run.text:
            yield character, face.charToGlyph.get(ord(character), 0)


def test_no_name_has_a_box(subtests: pytest.Subtests):
    for bold in [False, True]:
        for name in samples.NAMES:
            with subtests.test(bold=bold, name=name):
                assert all(glyph for _, glyph in glyphs(compose(name, bold)))


@settings(max_examples=in_form(gate=66, long=200))
@given(st.text())
def test_every_text_is_drawn_without_missing_glyphs(text):
    line = compose(text)
    assert all(glyph for _, glyph in glyphs(line))
    assert line.width >= 0


def test_a_latin_name_is_one_run():
    (run,) = compose("Zoë Łukasiewicz").runs
    assert (run.font, run.text) == ("paper-NotoSans-Regular", "Zoë Łukasiewicz")


def test_each_script_is_drawn_by_its_font():
    fonts = [run.font for run in compose("Kim 김민준 山田").runs]
    assert [name.removeprefix("paper-") for name in fonts] == [
        "NotoSans-Regular",
        "NanumGothic-Regular",
        "NotoSans-Regular",
        "DroidSansFallbackFull",
    ]


def test_bold_is_a_bold_font_or_a_stroke():
    assert compose("Ana", True).runs[0].font == "paper-NotoSans-Bold"
    assert not compose("Ana", True).runs[0].embolden
    assert compose("山", True).runs[0].embolden
    assert not compose("山").runs[0].embolden


def test_emoji_are_drawn_in_outline():
    assert [run.font for run in compose("🎲").runs] == ["paper-NotoEmoji-Regular"]


def test_what_no_font_has_is_named_once():
    assert "".join(run.text for run in compose("ᏣᎳᎩ ᎠᏰᎵ").runs) == "(Cherokee)"
    assert "".join(run.text for run in compose("a\ue000b").runs) == "a(?)b"


def test_a_line_knows_what_is_stored_where_it_draws_otherwise():
    assert compose("محمد").redrawn
    assert compose("محمد").text == "محمد"
    assert not compose("Ana").redrawn


def test_runs_follow_one_another():
    line = compose("Kim 김 K")
    first, second, third = line.runs
    assert first.left == 0
    assert second.left == pytest.approx(text_width("Kim "))
    assert third.left == pytest.approx(text_width("Kim 김"))
    assert line.width == pytest.approx(text_width("Kim 김 K"))
