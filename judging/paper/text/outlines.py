"""The outlines of a line of text, for a picture: what the paper's fonts draw, without the paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import uharfbuzz
from reportlab.pdfbase import pdfmetrics

from judging.paper.text import faces
from judging.paper.text.lines import TextLine

Point = tuple[float, float]
_BOLDER = 0.02


class Step(NamedTuple):
    """One step of an outline: ``L`` to a point, ``Q`` and ``C`` over one or two more. It ends at the last point."""

    kind: str
    points: tuple[Point, ...]


class Contour(NamedTuple):
    """A closed outline: where it begins and its steps."""

    start: Point
    steps: tuple[Step, ...]

    def moved(self, x: float, y: float, wide: float, high: float) -> Contour:
        """The same, scaled and then moved."""

        def place(point: Point) -> Point:
            return x + point[0] * wide, y + point[1] * high

        steps = tuple(Step(step.kind, tuple(map(place, step.points))) for step in self.steps)
        return Contour(place(self.start), steps)


class _Pen:
    """Takes what HarfBuzz draws."""

    def __init__(self) -> None:
        self.found: list[Contour] = []
        self._start: Point = (0.0, 0.0)
        self._steps: list[Step] = []

    def moveTo(self, point: Point) -> None:  # noqa: N802 - the names of fontTools' pens
        """Begin an outline."""
        self._start, self._steps = point, []

    def lineTo(self, point: Point) -> None:  # noqa: N802
        """A straight line."""
        self._steps.append(Step("L", (point,)))

    def qCurveTo(self, *points: Point) -> None:  # noqa: N802
        """A quadratic curve."""
        self._steps.append(Step("Q", points))

    def curveTo(self, *points: Point) -> None:  # noqa: N802
        """A cubic curve."""
        self._steps.append(Step("C", points))

    def closePath(self) -> None:  # noqa: N802
        """The outline is whole."""
        self.found.append(Contour(self._start, tuple(self._steps)))


@cache
def _font(name: str) -> tuple[uharfbuzz.Font, int]:
    face = uharfbuzz.Face(uharfbuzz.Blob(pdfmetrics.getFont(name).face._ttf_data))
    return uharfbuzz.Font(face), face.upem


@lru_cache(maxsize=4096)
def _glyph(name: str, character: str) -> tuple[Contour, ...]:
    """The outlines of one glyph at size 1, upwards."""
    font, units = _font(name)
    pen = _Pen()
    font.draw_glyph_with_pen(pdfmetrics.getFont(name).face.charToGlyph[ord(character)], pen)
    return tuple(contour.moved(0.0, 0.0, 1 / units, 1 / units) for contour in pen.found)


def glyphs_of(line: TextLine, x: float, baseline: float, size: float, squeeze: float = 1.0) -> Iterator[list[Contour]]:
    """Each glyph of a line that is drawn from ``x`` on, downwards as on a screen; those without ink are left out."""
    for run in line.runs:
        left = run.left
        for character in run.text:
            shifts: Sequence[float] = (0.0, _BOLDER) if run.embolden else (0.0,)
            for shift in shifts:
                at = x + (left + shift) * size * squeeze
                contours = [
                    contour.moved(at, baseline - run.rise * size, size * squeeze, -size)
                    for contour in _glyph(run.font, character)
                ]
                if contours:
                    yield contours
            left += faces.width(run.font, character)
