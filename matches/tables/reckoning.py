"""What a line of a round brings its players where points are counted by table. Pure and exact (docs/pods.md)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from matches.history import Kind, Played
from matches.tables.outcome import Outcome, Part
from matches.tables.terms import PodTerms


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


def reckon_places(
    players: tuple[str, ...],
    places: tuple[int, ...],
    parts: tuple[Part, ...],
    totals: tuple[int, ...],
    terms: PodTerms,
    *,
    agreed: bool = False,
) -> tuple[SeatReckoned, ...]:
    """What places, parts and amounts by seat brought the players. ``agreed``: they agreed on a draw."""
    sat = [index for index, part in enumerate(parts) if part is not Part.ABSENT]
    few = len(sat) < max(2, terms.least)
    number = {index: place for place, index in enumerate(sat, 1)}

    def reckoned(index: int) -> SeatReckoned:
        if index not in number:
            return absent(players[index])
        if few:
            return _without_game(players[index], parts[index], terms)
        own, size, best = places[index], len(sat), min(places[other] for other in sat)
        scores = parts[index] is Part.PLAYED
        points = _points([places[other] for other in sat], own, terms, agreed=agreed)
        tied = sum(places[other] == best for other in sat)
        first = Fraction(1, tied) if own == best and scores else Fraction(0)
        return SeatReckoned(
            player=players[index],
            points=points if scores else Fraction(0),
            outcome=(Outcome.WON if first == 1 else Outcome.DRAWN) if first else Outcome.LOST,
            first=first,
            seat=number[index],
            size=size,
            met=tuple([(players[other], _against(own, places[other])) for other in sat if other != index]),
            share=amount_share(totals, sat, index),
        )

    return tuple(map(reckoned, range(len(players))))


def _points(places: list[int], own: int, terms: PodTerms, *, agreed: bool) -> Fraction:
    """The points of a place among those of all who sat down."""
    if agreed and terms.draw is not None:
        return terms.draw
    return terms.points(sum(place < own for place in places), places.count(own), len(places))


def _without_game(player: str, part: Part, terms: PodTerms) -> SeatReckoned:
    """Fewer than the least sat down: they have what a bye is worth, and met nobody."""
    return SeatReckoned(player, terms.bye, Outcome.WON) if part is Part.PLAYED else absent(player)


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
