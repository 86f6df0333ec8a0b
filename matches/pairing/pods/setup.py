"""How a stage seats its players in pods, as an event is set up."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from matches.pairing.pods.sizes import PodShape
from matches.pod_reckoning import PodTerms


class PodSetup(msgspec.Struct, frozen=True):
    """The sizes of pods, how they are drawn, and what a bye is worth.

    ``weighed``: repeats are weighed against points. ``by_lot``: all seats are drawn by lot. ``rest_byes``: all pods
    have the right size, and the players left over have byes. A round keeps it, so that it can be drawn again.
    """

    size: int
    least: int
    most: int
    bye: int
    weighed: bool = False
    by_lot: bool = False
    rest_byes: bool = False

    @property
    def shape(self) -> PodShape:
        return PodShape(self.size, self.least, self.most)

    @property
    def terms(self) -> PodTerms:
        return PodTerms(self.size, self.least, Fraction(self.bye))
