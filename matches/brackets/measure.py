"""The sizes of a drawn bracket in pixels, whatever it is a bracket of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from matches.names.display import lines_needed

TOP, HEAD = 28, 14


class Measure(NamedTuple):
    """The sizes of a drawing in pixels. ``text`` is how far a baseline is below the middle of a seat."""

    width: int
    height: int
    gap: int
    pitch: int
    seed: int
    text: int
    dense: bool = False
    score: int = 0

    @property
    def seat(self) -> int:
        return self.height // 2

    @property
    def apart(self) -> int:
        """From the seed to the name."""
        return 5 if self.dense else 8

    @property
    def name(self) -> int:
        """The width that a name has."""
        return self.width - self.seed - self.apart - self.score

    def lines(self, name: str) -> int:
        """In how many lines a name stands."""
        short, long = (13, 12) if self.dense else (15, 13)
        return lines_needed(name, self.name / (long if len(name) > LONG else short))

    def fitting(self, *, score: int, seeds: int) -> Measure:
        """The same with room for scores, and for seeds up to the highest, clear of the mark of a winner."""
        digit, mark = (8, 6) if self.dense else (8, 10)
        return self._replace(score=score, seed=max(self.seed, mark + digit * len(str(seeds))))

    def holding(self, names: Iterable[str]) -> Measure:
        """The same with seats as high as the longest of these names."""
        most = max(map(self.lines, names), default=0)
        more = max(0, most * (12 if self.dense else 14) - self.seat)
        return self._replace(height=self.height + 2 * more, pitch=self.pitch + 2 * more)


WIDE = Measure(width=276, height=60, gap=48, pitch=74, seed=30, text=5)
DENSE = Measure(width=153, height=40, gap=18, pitch=53, seed=20, text=4, dense=True)
"""A double elimination of 16 is seen whole at 1440 px, with less room for its names. Above each box is room for a
code."""
LONG = 22
"""Names of more characters are written smaller, so that two lines hold most of them."""
