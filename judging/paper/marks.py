"""Where a combining mark sits on its letter.

Fonts say this in tables that reportlab does not read. Close enough for names: a mark is centred on its letter
by the outlines' boxes, lifted over capitals, and stacked over marks that are already there.
"""

import struct
import unicodedata
from functools import lru_cache

from reportlab.pdfbase import pdfmetrics

from judging.paper import faces

# Thai, Lao and Indic marks are drawn in place by their fonts; only these are moved.
_MOVED = ((0x0300, 0x036F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20F0))
ABOVE, BELOW = 230, 220
_GAP = 0.04


def is_mark(character: str) -> bool:
    """Whether the character is a mark that this module places."""
    code = ord(character)
    return code >= 0x0300 and any(low <= code <= high for low, high in _MOVED)


def are_marks(text: str) -> bool:
    """Whether the text is one such mark."""
    return len(text) == 1 and is_mark(text)


def place(font: str, mark: str, base_font: str, letter: str, carried: list[str]) -> tuple[float, float]:
    """How far right of the letter's end, and how high, the mark is drawn; both at size 1.

    `carried` are the marks that the letter already has.
    """
    left, bottom, right, top = box(font, mark)
    letter_left, letter_bottom, letter_right, letter_top = box(base_font, letter)
    advance = faces.width(base_font, letter)
    shift = (letter_left + letter_right) / 2 - advance - (left + right) / 2
    kind = unicodedata.combining(mark)
    same = sum(1 for other in carried if unicodedata.combining(other) == kind)
    if kind == ABOVE:
        rise = max(0.0, letter_top + _GAP - bottom) + same * (top - bottom + _GAP)
    elif kind == BELOW:
        rise = min(0.0, letter_bottom - _GAP - top) - same * (top - bottom + _GAP)
    else:
        rise = 0.0
    return shift, rise


@lru_cache(maxsize=4096)
def box(font: str, character: str) -> tuple[float, float, float, float]:
    """The outline's box (left, bottom, right, top) at size 1, as the font's glyf table gives it."""
    face = pdfmetrics.getFont(font).face
    glyph = face.charToGlyph.get(ord(character), 0)
    start = face.get_table_pos("glyf")[0] + face.glyphPos[glyph]
    if face.glyphPos[glyph + 1] == face.glyphPos[glyph]:
        return (0.0, 0.0, 0.0, 0.0)
    sides = struct.unpack(">4h", face._ttf_data[start + 2 : start + 10])
    left, bottom, right, top = (side / face.unitsPerEm for side in sides)
    return (left, bottom, right, top)
