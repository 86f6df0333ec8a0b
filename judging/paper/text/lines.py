"""Splits a text into runs of one font each, with their positions, for a pen to draw.

Every character is drawn by the first shipped font that has it. A character that no font has is printed as its name in
brackets, so that no empty box is printed. Text that cannot be drawn character by character is shaped.
"""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from judging.paper.text import faces, script, shaping

_CLOSE = 0.0006  # as a share of the size: below reportlab's rounding of glyph widths
_SHARED = ("Zyyy", "Zinh")
_REPEATED = re.compile(r"(\([^()]+\))(?: \1)+")


class Run(NamedTuple):
    """Characters of one font, `left` from the start of the line and `rise` above it, in points at size 1."""

    font: str
    text: str
    left: float
    rise: float
    embolden: bool


class TextLine(NamedTuple):
    """A text to draw: the stored text, its runs, its width at size 1, and whether it is drawn with other characters."""

    text: str
    runs: tuple[Run, ...]
    width: float
    redrawn: bool


class _TextPiece(NamedTuple):
    """Letters of one face and direction. `script` is empty if the letters are drawn character by character."""

    text: str
    face: faces.Face
    level: int
    script: str


@lru_cache(maxsize=32_768)
def compose(text: str, bold: bool = False) -> TextLine:
    """The text as a line to draw, in regular or bold."""
    drawn = script.visible(text)
    if not drawn.isascii():
        drawn = _named_where_missing(drawn, bold)
    pieces = _pieces(drawn, bold)
    runs: list[Run] = []
    left = 0.0
    for place in script.visual_order([piece.level for piece in pieces]):
        piece = pieces[place]
        if piece.script:
            left = _shaped(runs, piece, left)
        else:
            runs.append(Run(piece.face.name, piece.text, left, 0.0, piece.face.embolden))
            left += faces.width(piece.face.name, piece.text)
    return TextLine(text, tuple(runs), left, drawn != text or any(piece.script for piece in pieces))


def text_width(text: str, bold: bool = False) -> float:
    """Width of the text at a size of 1 point."""
    return compose(text, bold).width


def _named_where_missing(text: str, bold: bool) -> str:
    """The text with characters that no font has replaced by names in brackets."""
    out: list[str] = []
    last = ""
    for character in text:
        if faces.face(character, bold) is not None or (out and character in script.JOINERS):
            out.append(character)
            last = ""
            continue
        if unicodedata.category(character) == "Mn":  # the letter can be read without its mark
            continue
        name = _name(character)
        if name != last:
            out.append(f"({name})")
        last = name
    return _REPEATED.sub(r"\1", "".join(out))


def _name(character: str) -> str:
    """The name for a character that cannot be drawn: a letter's script, or a sign's own name."""
    name = unicodedata.name(character, "")
    if not name:
        return "?"
    if unicodedata.category(character).startswith(("L", "M", "N")):
        return name.split()[0].title()
    return name.lower()


def _pieces(text: str, bold: bool) -> list[_TextPiece]:
    """The text split where face, direction or script change, in stored order."""
    letters = script.clusters(text)
    pieces: list[_TextPiece] = []
    for letter, level in zip(letters, script.levels(letters), strict=True):
        face = _face(letter, bold)
        name = shaping.script_of(letter[0]) if level % 2 or script.needs_shaping(letter) else ""
        last = pieces[-1] if pieces else None
        if (
            last
            and (last.face, last.level) == (face, level)
            and (last.script == name or (name in _SHARED and last.script))
        ):
            pieces[-1] = last._replace(text=last.text + letter)
        else:
            pieces.append(_TextPiece(letter, face, level, name))
    return pieces


def _face(letter: str, bold: bool) -> faces.Face:
    """The face that draws a letter with all its marks, or else the face of the letter alone."""
    found = [face for face in (faces.face(character, bold) for character in letter) if face is not None]
    if not found:
        raise ValueError(f"no font draws {letter!r}")
    drawn = [character for character in letter if faces.face(character, bold) is not None]
    return next((face for face in found if all(faces.draws(face.name, each) for each in drawn)), found[0])


def _shaped(runs: list[Run], piece: _TextPiece, left: float) -> float:
    """Add the runs that draw the glyphs of a piece from `left` on; return their right edge.

    Successive glyphs at their natural distance share a run.
    """
    name, embolden = piece.face
    end: float | None = None  # the end of the last run if the next glyph can continue it
    for glyph in shaping.shape(name, piece.text, piece.level % 2 == 1):
        at, rise = left + glyph.right, glyph.up
        if end is not None and runs[-1].rise == rise and abs(at - end) < _CLOSE:
            runs[-1] = runs[-1]._replace(text=runs[-1].text + glyph.character)
        else:
            runs.append(Run(name, glyph.character, at, rise, embolden))
        end = at + faces.width(name, glyph.character)
        left += glyph.advance
    return left
