"""By what tables are counted that bring each player points: terms, and what a line brought. Pure (docs/pods.md)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from matches.history import Kind, Played
from matches.tables.outcome import Outcome
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


class SeatReckoned(msgspec.Struct, frozen=True):
    """What a line of a round brought one player.

    ``seat`` counts from 1 among the ``size`` players who sat down; both are 0 for a line without opponents, and so is
    ``size`` of a player who was absent. ``first`` is 1/k for a first place that k share. ``met`` are the opponents
    with how the player came out against each. ``share`` is the player's part of the pod's amounts, 1 for the average;
    None without amounts.
    """

    player: str
    points: Fraction
    outcome: Outcome
    first: Fraction = Fraction(0)
    seat: int = 0
    size: int = 0
    met: tuple[tuple[str, Outcome], ...] = ()
    share: Fraction | None = None
    is_bye: bool = False


def award(beaten: int, tied: int, size: int, top: int) -> Fraction:
    """The points of one player of a pod: ``top`` for beating all, and in proportion below; a tie is half."""
    return (beaten + Fraction(tied, 2)) * Fraction(top, size - 1)


def without_opponents(line: Played, terms: PodTerms) -> SeatReckoned:
    """What a bye, an assigned draw or an assigned loss brought its player."""
    player = line.seats[0]
    if line.kind is Kind.BYE:
        return SeatReckoned(player, terms.bye, Outcome.WON, is_bye=True)
    if line.kind is Kind.ASSIGNED_DRAW:
        return SeatReckoned(player, terms.middle, Outcome.DRAWN)
    return absent(player)


def absent(player: str) -> SeatReckoned:
    """Nothing: the player was not there, or was assigned a loss without play."""
    return SeatReckoned(player, Fraction(0), Outcome.LOST)


def amount_share(amounts: tuple[int, ...], sat: list[int], index: int) -> Fraction | None:
    """A player's amount against the average of the pod; 1 where nobody has anything."""
    if not amounts:
        return None
    total = sum(amounts[seat] for seat in sat)
    return Fraction(amounts[index] * len(sat), total) if total else Fraction(1)


def sizes_of(lines: Iterable[tuple[SeatReckoned, ...]]) -> frozenset[int]:
    """The sizes of a round's pods."""
    return frozenset(seat.size for line in lines for seat in line if seat.size)
