"""Chooses the font that draws a character from the fonts that are shipped.

A font is read from disk when a character first needs it, so that a sheet of Latin names opens two files, not thirty.
Each font is registered with reportlab once per process.
"""

import re
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FOLDER = Path(__file__).parents[1] / "fonts"


class Family(NamedTuple):
    """A font file, its bold version if there is one, and the code points that it is used for."""

    file: str
    bold_file: str | None
    ranges: tuple[tuple[int, int], ...]


class Face(NamedTuple):
    """A registered font. With `embolden`, bold is drawn with a stroke because the font has no bold version."""

    name: str
    embolden: bool


EVERYTHING = ((0x0, 0x10FFFF),)

# The first family in this order that has the character draws it.
FAMILIES: tuple[Family, ...] = (
    Family("NotoSans-Regular", "NotoSans-Bold", EVERYTHING),
    Family("NotoSansHebrew-Regular", "NotoSansHebrew-Bold", ((0x590, 0x5FF), (0xFB1D, 0xFB4F))),
    Family(
        "NotoSansArabic-Regular",
        "NotoSansArabic-Bold",
        ((0x600, 0x6FF), (0x750, 0x77F), (0x870, 0x8FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFC)),
    ),
    Family("NanumGothic-Regular", None, ((0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7A3))),
    Family("DroidSansFallbackFull", None, ((0x2E80, 0xABFF), (0xF900, 0xFAFF), (0xFE30, 0xFFEE), (0x20000, 0x3FFFF))),
    Family("NotoSansArmenian-Regular", None, ((0x530, 0x58F), (0xFB13, 0xFB17))),
    Family("NotoSansGeorgian-Regular", None, ((0x10A0, 0x10FF), (0x1C90, 0x1CBF), (0x2D00, 0x2D2F))),
    Family("NotoSansDevanagari-Regular", None, ((0x900, 0x97F), (0xA8E0, 0xA8FF))),
    Family("NotoSansBengali-Regular", None, ((0x980, 0x9FF),)),
    Family("NotoSansGurmukhi-Regular", None, ((0xA00, 0xA7F),)),
    Family("NotoSansGujarati-Regular", None, ((0xA80, 0xAFF),)),
    Family("NotoSansTamil-Regular", None, ((0xB80, 0xBFF),)),
    Family("NotoSansTelugu-Regular", None, ((0xC00, 0xC7F),)),
    Family("NotoSansKannada-Regular", None, ((0xC80, 0xCFF),)),
    Family("NotoSansMalayalam-Regular", None, ((0xD00, 0xD7F),)),
    Family("NotoSansSinhala-Regular", None, ((0xD80, 0xDFF),)),
    Family("NotoSansThai-Regular", None, ((0xE00, 0xE7F),)),
    Family("NotoSansLao-Regular", None, ((0xE80, 0xEFF),)),
    Family("NotoSansMyanmar-Regular", None, ((0x1000, 0x109F), (0xAA60, 0xAA7F))),
    Family("NotoSansEthiopic-Regular", None, ((0x1200, 0x139F), (0x2D80, 0x2DDF), (0xAB00, 0xAB2F))),
    Family("NotoSansKhmer-Regular", None, ((0x1780, 0x17FF), (0x19E0, 0x19FF))),
    Family("NotoEmoji-Regular", None, ((0x1F000, 0x1FAFF),)),
    Family("DejaVuSans", None, EVERYTHING),
    Family("NotoEmoji-Regular", None, EVERYTHING),
)

GLYPHS = 0xF0000
"""From here on a character stands for a glyph (see ``shaping``); a name has none of them."""
BODY = "paper-NotoSans-Regular"
_LOADING = Lock()
_BEYOND = re.compile(r"<([0-9A-F]{2})> <([0-9A-F]{5,6})>")


class PaperFont(TTFont):  # type: ignore[misc]  # reportlab has no types
    """A font with a correct text map for characters above U+FFFF; reportlab writes these without surrogate pairs."""

    def addObjects(self, doc: Any) -> None:  # noqa: N802 - reportlab's name
        """Add the used glyphs to the document, as reportlab does, and correct their text map."""
        super().addObjects(doc)
        for key, thing in doc.idToObject.items():
            if key.startswith("toUnicodeCMap:"):
                thing.content = _BEYOND.sub(_paired, thing.content)


_LOADED: dict[str, PaperFont] = {}


def _paired(match: re.Match[str]) -> str:
    """A line of the text map with the character as UTF-16, which PDF requires."""
    utf16 = chr(int(match.group(2), 16)).encode("utf-16-be").hex().upper()
    return f"<{match.group(1)}> <{utf16}>"


def font(file: str) -> PaperFont:
    """The font of that file name (without .ttf), registered with reportlab under "paper-" and the name."""
    if file not in _LOADED:
        with _LOADING:
            if file not in _LOADED:
                path = str(FOLDER / f"{file}.ttf")
                loaded = PaperFont(f"paper-{file}", path, asciiReadable=False, shapable=False)
                pdfmetrics.registerFont(loaded)
                _LOADED[file] = loaded
    return _LOADED[file]


@lru_cache(maxsize=65_536)
def face(character: str, bold: bool) -> Face | None:
    """The face that draws the character, or None if no font has it."""
    code = ord(character)
    if code >= GLYPHS:
        return None
    for family in FAMILIES:
        if not any(low <= code <= high for low, high in family.ranges):
            continue
        file = family.bold_file if bold and family.bold_file else family.file
        if code in font(file).face.charToGlyph:
            return Face(f"paper-{file}", bold and family.bold_file is None)
    return None


def draws(face_name: str, character: str) -> bool:
    """Whether that face has the character."""
    return ord(character) in pdfmetrics.getFont(face_name).face.charToGlyph


def width(face_name: str, text: str) -> float:
    """Width of the text in that face at a size of 1 point."""
    return float(pdfmetrics.getFont(face_name).stringWidth(text, 1.0))
