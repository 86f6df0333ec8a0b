"""A text as pieces of one font each, with their places: what a pen draws.

Every character is drawn by the first shipped font that has it. One that no font has is named in brackets,
so that no box is ever printed. Marks without a composed letter are centred on their letter.
"""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from judging.paper import faces, marks, script

_REPEATED = re.compile(r"(\([^()]+\))(?: \1)+")


class Run(NamedTuple):
    """Characters of one font, `left` from the start of the line and `rise` above it, in points at size 1."""

    font: str
    text: str
    left: float
    rise: float
    embolden: bool


class Line(NamedTuple):
    """A text to be drawn: as it is stored, its runs, its width at size 1, and whether other characters are drawn."""

    text: str
    runs: tuple[Run, ...]
    width: float
    redrawn: bool


@lru_cache(maxsize=32_768)
def compose(text: str, bold: bool = False) -> Line:
    """The line that draws the text, in regular or bold."""
    drawn = script.visual(text)
    if not drawn.isascii():
        drawn = _named_where_missing(drawn, bold)
    runs: list[Run] = []
    left = 0.0
    for name, embolden, piece in _pieces(drawn, bold):
        if marks.are_marks(piece) and runs:
            runs.extend(_marks_on(runs, name, embolden, piece))
            continue
        runs.append(Run(name, piece, left, 0.0, embolden))
        left += faces.width(name, piece)
    return Line(text, tuple(runs), left, drawn != text)


def width(text: str, bold: bool = False) -> float:
    """Width of the text at a size of 1 point."""
    return compose(text, bold).width


def _named_where_missing(text: str, bold: bool) -> str:
    """The text with characters that no font has replaced by their script's or their own name in brackets."""
    out: list[str] = []
    last = ""
    for character in text:
        if faces.face(character, bold) is not None:
            out.append(character)
            last = ""
            continue
        if unicodedata.category(character) == "Mn":  # without its mark the letter can still be read
            continue
        name = _name(character)
        if name != last:
            out.append(f"({name})")
        last = name
    return _REPEATED.sub(r"\1", "".join(out))


def _name(character: str) -> str:
    """What to call a character that cannot be drawn: a letter by its script, a sign by its name."""
    name = unicodedata.name(character, "")
    if not name:
        return "?"
    if unicodedata.category(character).startswith(("L", "M", "N")):
        return name.split()[0].title()
    return name.lower()


def _pieces(text: str, bold: bool) -> list[tuple[str, bool, str]]:
    """The text cut where the font changes and around marks. Every character has a font by now."""
    pieces: list[tuple[str, bool, str]] = []
    for character in text:
        face = faces.face(character, bold)
        if face is None:
            raise ValueError(f"no font draws {character!r}")
        mark = marks.is_mark(character)
        if pieces and not mark and not marks.are_marks(pieces[-1][2]) and pieces[-1][:2] == face:
            pieces[-1] = (*face, pieces[-1][2] + character)
        else:
            pieces.append((*face, character))
    return pieces


def _marks_on(runs: list[Run], name: str, embolden: bool, piece: str) -> list[Run]:
    """Runs that draw a mark over or under the last letter drawn, above marks that it already carries."""
    carried = 0
    while runs[-1 - carried].rise or marks.are_marks(runs[-1 - carried].text):
        carried += 1
    base = runs[-1 - carried]
    above = [run.text for run in runs[len(runs) - carried :]]
    letter = base.text[-1]
    end = base.left + faces.width(base.font, base.text)
    shift, rise = marks.place(name, piece, base.font, letter, above)
    return [Run(name, piece, end + shift, rise, embolden)]
