"""A card that a link brings along into a chat: what it says, and how it is laid out. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import NamedTuple

from judging.share.scene import Scene, Shape, rounded, turned, turned_round

WIDTH, HEIGHT = 1200, 630
GREEN, PAPER, SOFT, BRASS, FAINT = "#14532d", "#fffefb", "#cfe3d5", "#e3c670", "#2f7049"
_LEFT, _WIDE = 72, WIDTH - 2 * 72
_FOOT = 560


class Figure(NamedTuple):
    """A large figure with what it counts."""

    value: str
    label: str


class Line(NamedTuple):
    """A line of a list: what stands before the names, the names beside each other, and what stands behind them."""

    before: str
    names: tuple[str, ...]
    behind: str = ""

    @property
    def words(self) -> str:
        """The line as a sentence has it."""
        return " ".join(part for part in (self.before, " – ".join(self.names), self.behind) if part)


@dataclass(frozen=True, slots=True)
class Card:
    """What a card says: the event above, a heading, and figures or a list or a sentence below."""

    over: str
    heading: str
    text: str = ""
    figures: Sequence[Figure] = ()
    lines: Sequence[Line] = ()
    foot: str = ""
    colour: str = ""
    """The event's own, as a stripe."""

    @property
    def words(self) -> str:
        """All that the card says, for those who cannot see it."""
        figures = [f"{figure.label}: {figure.value}" for figure in self.figures]
        lines = [line.words for line in self.lines]
        return ". ".join(part for part in (self.over, self.heading, self.text, *figures, *lines, self.foot) if part)


def scene_of(card: Card, brand: str) -> Scene:
    """The card as a scene of 1200 × 630."""
    scene = Scene(WIDTH, HEIGHT, GREEN)
    if card.colour:
        scene.box(0, 0, WIDTH, 12, card.colour)
    top = 56.0
    if card.over:
        top = scene.text(_LEFT, top, _WIDE, 44, card.over, 34, colour=BRASS, floor=22) + 10
    high, size = (110, 60) if card.lines else (200, 84)
    top = scene.text(_LEFT, top, _WIDE, high, card.heading, size, colour=PAPER, floor=36, bold=True)
    if card.text:
        top = scene.text(_LEFT, top + 14, _WIDE, 100, card.text, 38, colour=SOFT, floor=28)
    if card.figures:
        _figures(scene, card.figures, max(top + 36, 330))
    elif card.lines:
        _lines(scene, card.lines, top + 24)
    else:
        mark(scene, WIDTH - _LEFT - 250, 310, 260, FAINT)
    scene.box(_LEFT, _FOOT - 22, _WIDE, 2, FAINT)
    mark(scene, _LEFT, _FOOT - 2, 40)
    scene.text(_LEFT + 56, _FOOT, 420, 36, brand, 28, colour=SOFT, floor=20)
    if card.foot:
        scene.text(_LEFT + 500, _FOOT, _WIDE - 500, 36, card.foot, 28, colour=SOFT, floor=20, right=True)
    return scene


def _figures(scene: Scene, figures: Sequence[Figure], top: float) -> None:
    wide = _WIDE / len(figures)
    for place, figure in enumerate(figures):
        x = _LEFT + place * wide
        scene.text(x, top, wide - 32, 96, figure.value, 88, colour=PAPER, floor=40, bold=True)
        scene.text(x, top + 104, wide - 32, 40, figure.label, 30, colour=SOFT, floor=22)


def _lines(scene: Scene, lines: Sequence[Line], top: float) -> None:
    """The lines under each other, as large as the room allows."""
    high = min(64.0, (_FOOT - 34 - top) / len(lines))
    size = high * 0.62
    longest = max(len(line.before) for line in lines)
    before = 0.0 if not longest else 72.0 if longest <= 3 else 170.0
    for place, line in enumerate(lines):
        y = top + place * high
        if before:
            scene.text(_LEFT, y, before - 16, high, line.before, size, colour=BRASS, floor=18, bold=True, middle=True)
        wide = (_WIDE - before - (180 if line.behind else 0)) / max(1, len(line.names))
        for column, name in enumerate(line.names):
            x = _LEFT + before + column * wide
            scene.text(x, y, wide - 16, high, name, size, colour=PAPER, floor=18, middle=True)
        if line.behind:
            x = WIDTH - _LEFT - 170
            scene.text(x, y, 170, high, line.behind, size, colour=SOFT, floor=18, right=True, middle=True)


def mark(scene: Scene, x: float, y: float, size: float, colour: str = PAPER) -> None:
    """The two cards of the tool's icon, the one behind as a line."""
    unit = size / 32
    for degrees, left, is_line in ((-8, 6, True), (8, 14, False)):
        angle = radians(degrees)
        middle = (x + (left + 6) * unit, y + 15.5 * unit)
        outer = rounded(x + left * unit, y + 7 * unit, 12 * unit, 17 * unit, 2 * unit)
        inner = rounded(x + (left + 2) * unit, y + 9 * unit, 8 * unit, 13 * unit, unit)
        contours = [outer, turned_round(inner)] if is_line else [outer]
        shape = [turned(contour, middle, sin(angle), cos(angle)) for contour in contours]
        scene.shapes.append(Shape(colour, shape))
