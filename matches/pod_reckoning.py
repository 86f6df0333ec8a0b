"""What a pod brings each of its players: points, a first place, meetings. Pure and exact (docs/pods.md).

A pod is a match of more than two seats. Two at a table are reckoned in the same way where a stage seats pods.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction

import msgspec

from matches.history import Kind, Outcome, Played
from matches.pod_points import PointsRow, mean_of, points_of, row_for


class Part(StrEnum):
    """What part a seat took in its pod."""

    PLAYED = "played"
    ABSENT = "absent"
    """Not there at the start: nobody met this player."""
    LEFT = "left"
    """Left after the start: behind all who stayed."""
    LOST = "lost"
    """Given a loss, whatever the place."""


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


def reckon(line: Played, terms: PodTerms) -> tuple[SeatReckoned, ...]:
    """What a line brought each of its players, by seat."""
    if line.kind is not Kind.PLAYED:
        return (_alone(line, terms),)
    if terms.alone:
        return (_scored(line),)
    parts = line.parts or (Part.PLAYED,) * len(line.seats)
    sat = [index for index, part in enumerate(parts) if part != Part.ABSENT]
    few = len(sat) < max(2, terms.least)
    number = {index: place for place, index in enumerate(sat, 1)}
    return tuple(
        _absent(player)
        if index not in number
        else _without_game(player, parts[index], terms)
        if few
        else _played(line, parts, sat, index, number[index], terms)
        for index, player in enumerate(line.seats)
    )


def _alone(line: Played, terms: PodTerms) -> SeatReckoned:
    player = line.seats[0]
    if line.kind is Kind.BYE:
        return SeatReckoned(player, terms.bye, Outcome.WON, is_bye=True)
    if line.kind is Kind.ASSIGNED_DRAW:
        return SeatReckoned(player, terms.middle, Outcome.DRAWN)
    return _absent(player)


def _scored(line: Played) -> SeatReckoned:
    """The score of a player alone at a table; 0 for who did not play or was given a loss. Nobody is met."""
    player, played = line.seats[0], not line.parts or line.parts[0] == Part.PLAYED
    score = Fraction(line.totals[0]) if played and line.totals else Fraction(0)
    return SeatReckoned(player, score, Outcome.WON if played else Outcome.LOST)


def _absent(player: str) -> SeatReckoned:
    return SeatReckoned(player, Fraction(0), Outcome.LOST)


def _without_game(player: str, part: str, terms: PodTerms) -> SeatReckoned:
    """Fewer than the least sat down: they have what a bye is worth, and met nobody."""
    if part == Part.PLAYED:
        return SeatReckoned(player, terms.bye, Outcome.WON)
    return _absent(player)


def _played(
    line: Played, parts: tuple[str, ...], sat: list[int], index: int, seat: int, terms: PodTerms
) -> SeatReckoned:
    places = [line.places[other] for other in sat]
    own, size, best = line.places[index], len(sat), min(places)
    scores = parts[index] == Part.PLAYED
    points = terms.points(sum(place < own for place in places), places.count(own), size)
    if line.agreed and terms.draw is not None:
        points = terms.draw
    first = Fraction(1, places.count(best)) if own == best and scores else Fraction(0)
    return SeatReckoned(
        player=line.seats[index],
        points=points if scores else Fraction(0),
        outcome=(Outcome.WON if first == 1 else Outcome.DRAWN) if first else Outcome.LOST,
        first=first,
        seat=seat,
        size=size,
        met=tuple([(line.seats[other], _against(own, line.places[other])) for other in sat if other != index]),
        share=amount_share(line.totals, sat, index),
    )


def _against(own: int, other: int) -> Outcome:
    return Outcome.WON if own < other else Outcome.DRAWN if own == other else Outcome.LOST


def amount_share(amounts: tuple[int, ...], sat: list[int], index: int) -> Fraction | None:
    """A player's amount against the average of the pod; 1 where nobody has anything."""
    if not amounts:
        return None
    total = sum(amounts[seat] for seat in sat)
    return Fraction(amounts[index] * len(sat), total) if total else Fraction(1)


def sizes_of(lines: Iterable[tuple[SeatReckoned, ...]]) -> frozenset[int]:
    """The sizes of a round's pods."""
    return frozenset(seat.size for line in lines for seat in line if seat.size)
