"""What a pod brings each of its players: points, a first place, meetings. Pure and exact (docs/pods.md)."""

from __future__ import annotations

from fractions import Fraction

from matches.tables.outcome import Outcome, Part
from matches.tables.reckoning import PodTerms, SeatReckoned, absent, amount_share


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
