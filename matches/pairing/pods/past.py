"""What pods that were played say of each player: points, meetings, byes, short pods and seats. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from matches.history import Kind
from matches.pairing.pods.field import PodPlayer


class PodPlayed(NamedTuple):
    """One pod as played: who sat down, in seat order, and the place of each; equal places are shared.

    A bye has one seat, and its place says nothing.
    """

    seats: tuple[str, ...]
    places: tuple[int, ...]

    @property
    def is_bye(self) -> bool:
        """Whether this is a bye."""
        return len(self.seats) == 1

    @property
    def kind(self) -> Kind:
        """Played, or a bye."""
        return Kind.BYE if self.is_bye else Kind.PLAYED


class PodsPlayed(NamedTuple):
    """A round of pods, with its number."""

    number: int
    matches: tuple[PodPlayed, ...]


@dataclass
class PodPast:
    """A player's rounds: ``rounds`` played or with a bye, ``met`` in the order of the meetings, and so on.

    ``firsts`` counts a first place that k share as 1/k.
    """

    points: Fraction = Fraction(0)
    firsts: Fraction = Fraction(0)
    rounds: int = 0
    byes: int = 0
    shorts: int = 0
    starts: int = 0
    lateness: Fraction = Fraction(0)
    met: dict[str, int] = field(default_factory=dict)


def award(beaten: int, tied: int, size: int, top: int) -> Fraction:
    """The points of one player of a pod: ``top`` for beating all, and in proportion below; a tie is half."""
    return (beaten + Fraction(tied, 2)) * Fraction(top, size - 1)


def pasts_of(players: Iterable[str], rounds: Sequence[PodsPlayed], size: int) -> dict[str, PodPast]:
    """Every player's past after some rounds, in an event whose pods should have ``size`` players."""
    pasts = {player: PodPast() for player in players}
    for played in rounds:
        sizes = {len(pod.seats) for pod in played.matches if not pod.is_bye}
        for pod in played.matches:
            if pod.is_bye:
                past = pasts[pod.seats[0]]
                past.points, past.rounds, past.byes = past.points + size - 1, past.rounds + 1, past.byes + 1
            else:
                _add(pod, pasts, size, short=len(pod.seats) < size and len(sizes) > 1)
    return pasts


def _add(pod: PodPlayed, pasts: dict[str, PodPast], size: int, *, short: bool) -> None:
    """Add what a pod was for each of its players."""
    count, first = len(pod.seats), min(pod.places)
    pasts[pod.seats[0]].starts += 1
    for seat, (player, place) in enumerate(zip(pod.seats, pod.places, strict=True), 1):
        past = pasts[player]
        beaten = sum(other > place for other in pod.places)
        past.points += award(beaten, pod.places.count(place) - 1, count, size - 1)
        past.firsts += Fraction(1, pod.places.count(first)) if place == first else 0
        past.rounds += 1
        past.shorts += short
        past.lateness += Fraction(2 * seat - count - 1, count - 1)
        for other in pod.seats:
            if other != player:
                past.met[other] = past.met.get(other, 0) + 1


def as_player(key: str, past: PodPast) -> PodPlayer:
    """A player to seat, with this past."""
    return PodPlayer(key, past.points, past.byes, past.shorts, past.met, past.starts, past.lateness)
