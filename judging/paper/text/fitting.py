"""Fits a text into a given room without cutting it, and at the floor size or larger if at all possible.

It tries, in this order: one line at the wanted size; one line, smaller down to the floor; two lines (or as many as
fit), smaller down to the floor; lines closer together; letters squeezed to seven tenths of their width; breaks
inside words; a size below the floor.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from judging.paper.text.lines import TextLine, compose, text_width

LEADING = 1.16
TIGHT = 1.04
NARROWEST = 0.7
_STEP = 0.5
_BREAKS = re.compile(r"(?<=[\s\-/·,])(?=\S)|(?=[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff])")


class Laid(NamedTuple):
    """A text as lines to be drawn at `size`, `leading` apart, each squeezed to `squeeze` of its width.

    `height` and `width` are those of all lines together, in points.
    """

    lines: tuple[TextLine, ...]
    size: float
    squeeze: float
    leading: float
    height: float
    width: float


@lru_cache(maxsize=16_384)
def fit(text: str, width: float, height: float, size: float, floor: float, bold: bool = False) -> Laid:
    """Fit the text into `room` by `height` points, at `size` at most and, if possible, at `floor` at least."""
    text = " ".join(text.split())
    natural = text_width(text, bold)
    if natural * floor <= width:
        largest = min(size, width / natural if natural else size, height / TIGHT)
        return _laid((text,), largest, 1.0, bold, LEADING if largest * LEADING <= height else TIGHT)
    for squeeze, leading in ((1.0, LEADING), (1.0, TIGHT), (NARROWEST, TIGHT)):
        for step in _steps(size, floor):
            lines = wrap(text, width / step / squeeze, bold)
            if lines and len(lines) * step * leading <= height + 0.01:
                return _laid(lines, step, squeeze, bold, leading)
    return _forced(text, width, height, floor, bold)


def wrap(text: str, width: float, bold: bool = False) -> tuple[str, ...]:
    """The text in lines of at most `room` (at size 1), broken between words; empty if a word is too long."""
    lines: list[str] = []
    current = ""
    for token in _BREAKS.split(text):
        if text_width((current + token).rstrip(), bold) <= width:
            current += token
            continue
        if text_width(token.rstrip(), bold) > width:
            return ()
        lines.append(current.rstrip())
        current = token
    return (*lines, current.rstrip())


def wrap_anywhere(text: str, width: float, bold: bool = False) -> tuple[str, ...]:
    """Like `wrap`, but breaks words that are too long."""
    lines: list[str] = []
    current = ""
    for token in _BREAKS.split(text):
        if text_width((current + token).rstrip(), bold) <= width:
            current += token
            continue
        if current and text_width(token.rstrip(), bold) <= width:
            lines.append(current.rstrip())
            current = token
            continue
        for character in token:
            if current and text_width(current + character, bold) > width:
                lines.append(current.rstrip())
                current = ""
            current += character
    return (*lines, current.rstrip())


def _steps(size: float, floor: float) -> list[float]:
    count = max(0, int((size - floor) / _STEP))
    return [size - _STEP * step for step in range(count + 1)] + ([floor] if size - _STEP * count > floor else [])


def _forced(text: str, width: float, height: float, floor: float, bold: bool) -> Laid:
    """The last resort for extremely long names: complete, and as large as the room allows."""
    size = floor
    while True:
        line_width = width / size / NARROWEST
        lines = wrap_anywhere(text, line_width, bold)
        fits = len(lines) * size * TIGHT <= height and all(text_width(line, bold) <= line_width for line in lines)
        if fits or size < 1:
            return _laid(lines, size, NARROWEST, bold, TIGHT)
        size -= _STEP / 2


def _laid(texts: tuple[str, ...], size: float, squeeze: float, bold: bool, leading: float = LEADING) -> Laid:
    lines = tuple(compose(text, bold) for text in texts)
    widest = max(line.width for line in lines) * size * squeeze
    return Laid(lines, size, squeeze, size * leading, len(lines) * size * leading, widest)


@lru_cache(maxsize=16_384)
def grow(text: str, width: float, size: float, floor: float, bold: bool = False) -> Laid:
    """Fit the text into a row that grows with it and is at most `room` points wide.

    It takes one line or else two, smaller down to the floor, or else as many lines at the floor size as it needs.
    """
    text = " ".join(text.split())
    natural = text_width(text, bold)
    if natural * floor <= width:
        return _laid((text,), min(size, width / natural if natural else size), 1.0, bold)
    for step in _steps(size, floor):
        lines = wrap(text, width / step, bold)
        if 0 < len(lines) <= 2:
            return _laid(lines, step, 1.0, bold)
    return _laid(wrap_anywhere(text, width / floor, bold), floor, 1.0, bold)
