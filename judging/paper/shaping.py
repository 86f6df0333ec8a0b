"""From the characters of one font to placed glyphs, by HarfBuzz.

It joins Arabic letters, forms Indic and Khmer conjuncts, puts vowel signs where they are read and sets marks on their
letters. reportlab draws characters, not glyphs: a glyph that no character of the font maps to gets a character of its
own in plane 15, which private use leaves free. That character is the glyph's number, so it is the same in any process.
"""

from functools import cache, lru_cache
from typing import Any, NamedTuple

import uharfbuzz
from reportlab.pdfbase import pdfmetrics

from judging.paper.faces import GLYPHS


class Glyph(NamedTuple):
    """A glyph as the character that draws it, with its advance and its shift right and up, in points at size 1."""

    character: str
    advance: float
    right: float
    up: float


class _Shaper(NamedTuple):
    """A font as HarfBuzz reads it, its reportlab counterpart, and its units to the em."""

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
    """The script of a character as ISO 15924 writes it, "Zyyy" for what all scripts share."""
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
        if info.codepoint  # glyph 0 is the box
    ]


def _character(shaper: _Shaper, glyph: int) -> str:
    """The character that draws a glyph: one that the font maps to it, else the glyph's own in plane 15."""
    face = shaper.face
    known = face.glyphToChar.get(glyph)
    if known:
        return chr(known[0])
    code = GLYPHS + glyph
    if code not in face.charToGlyph:
        face.charWidths[code] = face._pdfScale(shaper.font.get_glyph_h_advance(glyph))
        face.charToGlyph[code] = glyph
    return chr(code)
