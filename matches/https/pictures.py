"""What the pictures of the steps show: a device's screen with a few lines, and the place to tap.

A template draws them (``components/device_picture.html``); here are the places of the lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

WIDTH = 260
TITLE_HEIGHT = 36
LINE_HEIGHT = 32


@dataclass(frozen=True)
class Line:
    """One line of a screen; ``text`` may be a lazy translation."""

    text: Any
    top: int
    tapped: bool = False
    switch: bool = False

    @property
    def base(self) -> int:
        """Where the letters stand."""
        return self.top + 21

    @property
    def middle(self) -> int:
        return self.top + LINE_HEIGHT // 2


@dataclass(frozen=True)
class Picture:
    """A screen with its title and lines."""

    title: Any
    lines: tuple[Line, ...]

    width = WIDTH

    @property
    def height(self) -> int:
        return TITLE_HEIGHT + LINE_HEIGHT * len(self.lines) + 8


def screen(title: Any, *texts: Any, tap: int, switch: bool = False) -> Picture:
    """A screen with these lines, of which number ``tap`` (from 0) is to be tapped; with ``switch`` it is a switch."""
    lines = tuple(
        Line(text, TITLE_HEIGHT + LINE_HEIGHT * number, tapped=number == tap, switch=switch and number == tap)
        for number, text in enumerate(texts)
    )
    return Picture(title, lines)
