"""Turns the characters of one font into placed glyphs, with HarfBuzz.

HarfBuzz joins Arabic letters, forms Indic and Khmer conjuncts, reorders vowel signs and places marks. reportlab draws
characters, not glyphs, so a glyph without a character in the font gets one from plane 15, which is for private use.
That character encodes the glyph's number and is therefore the same in every process.
"""

from functools import cache, lru_cache
from typing import Any, NamedTuple

import uharfbuzz
from reportlab.pdfbase import pdfmetrics

from judging.paper.text.faces import GLYPHS


class Glyph(NamedTuple):
    """The character that draws a glyph, its advance, and its shift to the right and up, in points at size 1."""

    character: str
    advance: float
    right: float
    up: float


class _Shaper(NamedTuple):
    """A font for HarfBuzz, the same font for reportlab, and its units per em."""

    font: uharfbuzz.Font
    face: Any
    units: int


@cache
def _shaper(name: str) -> _Shaper:
    face = pdfmetrics.getFont(name).face
    read = uharfbuzz.Face(uharfbuzz.Blob(face._ttf_data))
    return _Shaper(uharfbuzz.Font(read), face, read.upem)


@lru_cache(maxsize=4096)
def script_of(character: str) -> str:
    """The ISO 15924 code of a character's script; "Zyyy" for characters that all scripts share."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(character)
    buffer.guess_segment_properties()
    return buffer.script or "Zyyy"


def shape(font: str, text: str, right_to_left: bool) -> list[Glyph]:
    """The glyphs of a text of one script in one registered font, from left to right."""
    shaper = _shaper(font)
    buffer = uharfbuzz.Buffer()
    buffer.flags = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if right_to_left else "ltr"
    uharfbuzz.shape(shaper.font, buffer)
    return [
        Glyph(
            _character(shaper, info.codepoint),
            position.x_advance / shaper.units,
            position.x_offset / shaper.units,
            position.y_offset / shaper.units,
        )
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        if info.codepoint  # glyph 0 is the box for a missing glyph
    ]


def _character(shaper: _Shaper, glyph: int) -> str:
    """The character that draws a glyph: one that the font maps to it, or else its own in plane 15."""
    face = shaper.face
    mapped = face.glyphToChar.get(glyph)
    if mapped:
        return chr(mapped[0])
    code = GLYPHS + glyph
    if code not in face.charToGlyph:
        face.charWidths[code] = face._pdfScale(shaper.font.get_glyph_h_advance(glyph))
        face.charToGlyph[code] = glyph
    return chr(code)
