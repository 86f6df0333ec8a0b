"""By what tables are counted that bring each player points. Pure and exact (docs/pods.md)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from matches.tables.points import PointsRow, mean_of, points_of, row_for


class PodTerms(msgspec.Struct, frozen=True):
    """By what pods are reckoned: the size that they should have, the least they may have, what a bye is worth.

    ``rows`` is a table of points by size, with a row for ``size``; without rows each player beaten counts. ``draw`` is
    what a draw of a whole pod by agreement brings; None: the mean of its places.
    """

    size: int
    least: int
    bye: Fraction
    rows: dict[int, PointsRow] = {}
    draw: Fraction | None = None

    @property
    def alone(self) -> bool:
        """Whether everyone plays alone: a score attack, in which the score itself is the points."""
        return self.size == 1

    @property
    def top(self) -> Fraction:
        """The most points that a table can bring."""
        return max((row[0] for row in self.rows.values()), default=Fraction(self.size - 1))

    @property
    def middle(self) -> Fraction:
        """What a place at a table brings on average."""
        return mean_of(self.rows[self.size]) if self.rows else Fraction(self.size - 1, 2)

    @property
    def span(self) -> Fraction:
        """How far the first and the last place are apart."""
        return self.rows[self.size][0] - self.rows[self.size][-1] if self.rows else Fraction(self.size - 1)

    def points(self, above: int, tied: int, size: int) -> Fraction:
        """The points of one of ``tied`` players of a pod with ``above`` before them."""
        if self.rows:
            return points_of(row_for(self.rows, size, self.size), above, tied)
        return award(size - above - tied, tied - 1, size, self.size - 1)


def award(beaten: int, tied: int, size: int, top: int) -> Fraction:
    """The points of one player of a pod: ``top`` for beating all, and in proportion below; a tie is half."""
    return (beaten + Fraction(tied, 2)) * Fraction(top, size - 1)
