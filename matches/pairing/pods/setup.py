"""How a stage seats its players in pods, as an event is set up."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from matches.pairing.pods.sizes import PodShape
from matches.tables.points import read_rows
from matches.tables.terms import PodTerms


class PodSetup(msgspec.Struct, frozen=True):
    """The sizes of pods, how they are drawn, and what a bye is worth.

    ``weighed``: repeats are weighed against points. ``by_lot``: all seats are drawn by lot. ``rest_byes``: all pods
    have the right size, and the players left over have byes. ``points`` is a table of points as it is written, ``draw``
    what a draw by agreement brings; numbers that are not whole are text. A round keeps it, so that it can be drawn
    again.
    """

    size: int
    least: int
    most: int
    bye: int | str
    weighed: bool = False
    by_lot: bool = False
    rest_byes: bool = False
    points: str = ""
    draw: int | str | None = None

    @property
    def alone(self) -> bool:
        """Whether everyone plays alone, for a score."""
        return self.size == 1

    @property
    def shape(self) -> PodShape:
        return PodShape(self.size, self.least, self.most)

    @property
    def terms(self) -> PodTerms:
        draw = None if self.draw is None else Fraction(self.draw)
        return PodTerms(self.size, self.least, Fraction(self.bye), read_rows(self.points), draw)

    @property
    def bye_number(self) -> float:
        """What a bye is worth, as pages write it."""
        worth = Fraction(self.bye)
        return int(worth) if worth.denominator == 1 else float(worth)
