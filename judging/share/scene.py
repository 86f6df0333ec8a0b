"""A picture as a list of filled shapes, made once and drawn as SVG or as PNG. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judging.paper.text.fitting import Laid, fit
from judging.paper.text.outlines import Contour, Step, glyphs_of

_ASCENT, _DESCENT = 0.78, 0.24
_ROUND = 0.5523
"""How far the handles of a cubic curve stand from the corner of a quarter of a circle."""


class Shape(NamedTuple):
    """Outlines filled with one colour; an outline that runs the other way is a hole."""

    colour: str
    contours: Sequence[Contour]


class Scene:
    """Shapes on one ground, in pixels from the top left corner."""

    def __init__(self, width: int, height: int, ground: str) -> None:
        self.width, self.height, self.ground = width, height, ground
        self.shapes: list[Shape] = []

    def box(self, x: float, y: float, width: float, height: float, colour: str, radius: float = 0.0) -> None:
        """A filled rectangle with round corners."""
        self.shapes.append(Shape(colour, [rounded(x, y, width, height, radius)]))

    def text(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        text: str,
        size: float,
        *,
        colour: str,
        floor: float = 24.0,
        bold: bool = False,
        right: bool = False,
        middle: bool = False,
    ) -> float:
        """A text in a box, at its top or in its middle, smaller and in more lines if it must be; return where its last
        line ends.
        """
        laid = fit(text, width, height, size, min(floor, size), bold)
        if middle:
            y += (height - laid.height) / 2
        self._laid(x, y, width, laid, colour, right=right)
        return y + laid.height

    def _laid(self, x: float, y: float, width: float, laid: Laid, colour: str, *, right: bool) -> None:
        baseline = y + laid.leading * 0.5 + laid.size * (_ASCENT - _DESCENT) / 2
        for line in laid.lines:
            start = x + width - line.width * laid.size * laid.squeeze if right else x
            glyphs = glyphs_of(line, start, baseline, laid.size, laid.squeeze)
            self.shapes.extend(Shape(colour, contours) for contours in glyphs)
            baseline += laid.leading


def rounded(x: float, y: float, width: float, height: float, radius: float) -> Contour:
    """A rectangle with round corners, clockwise on the screen."""
    right, bottom, near = x + width, y + height, radius * (1 - _ROUND)
    if not radius:
        corners = ((right, y), (right, bottom), (x, bottom))
        return Contour((x, y), tuple(Step("L", (corner,)) for corner in corners))
    return Contour(
        (x + radius, y),
        (
            Step("L", ((right - radius, y),)),
            Step("C", ((right - near, y), (right, y + near), (right, y + radius))),
            Step("L", ((right, bottom - radius),)),
            Step("C", ((right, bottom - near), (right - near, bottom), (right - radius, bottom))),
            Step("L", ((x + radius, bottom),)),
            Step("C", ((x + near, bottom), (x, bottom - near), (x, bottom - radius))),
            Step("L", ((x, y + radius),)),
            Step("C", ((x, y + near), (x + near, y), (x + radius, y))),
        ),
    )


def turned_round(contour: Contour) -> Contour:
    """The same outline the other way round: a hole in another one."""
    ends = [contour.start, *(step.points[-1] for step in contour.steps)]
    steps = [
        Step(step.kind, (*reversed(step.points[:-1]), ends[place]))
        for place, step in reversed(list(enumerate(contour.steps)))
    ]
    return Contour(ends[-1], tuple(steps))


def turned(contour: Contour, middle: tuple[float, float], sine: float, cosine: float) -> Contour:
    """The same outline turned around a point."""

    def place(point: tuple[float, float]) -> tuple[float, float]:
        x, y = point[0] - middle[0], point[1] - middle[1]
        return middle[0] + x * cosine - y * sine, middle[1] + x * sine + y * cosine

    steps = tuple(Step(step.kind, tuple(map(place, step.points))) for step in contour.steps)
    return Contour(place(contour.start), steps)
