"""What pods that were played say of each player: points, meetings, byes, short pods and seats. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from matches.history import Kind, Played
from matches.pairing.pods.field import PodPlayer
from matches.tables.kinds import reckon
from matches.tables.outcome import Part
from matches.tables.reckoning import SeatReckoned, sizes_of
from matches.tables.score import Pod
from matches.tables.terms import PodTerms


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


def pasts_of(players: Iterable[str], rounds: Sequence[PodsPlayed], size: int) -> dict[str, PodPast]:
    """Every player's past after some rounds, in an event whose pods should have ``size`` players."""
    terms = PodTerms(size, 2, Fraction(size - 1))
    return pasts_reckoned(players, [[reckon(_line(pod), terms) for pod in played.matches] for played in rounds], size)


def _line(pod: PodPlayed) -> Played:
    if pod.kind is not Kind.PLAYED:
        return Played(pod.seats, kind=pod.kind)
    return Played(pod.seats, Pod(pod.places, (Part.PLAYED,) * len(pod.seats)))


def pasts_reckoned(
    players: Iterable[str], rounds: Iterable[Sequence[tuple[SeatReckoned, ...]]], size: int
) -> dict[str, PodPast]:
    """Every player's past, from what each line of each round brought its players. Others of a line are passed over."""
    pasts = {player: PodPast() for player in players}
    for lines in rounds:
        mixed = len(sizes_of(lines)) > 1
        for line in lines:
            for seat in line:
                if seat.player in pasts:
                    _add(pasts[seat.player], seat, short=mixed and seat.size < size)
    return pasts


def _add(past: PodPast, seat: SeatReckoned, *, short: bool) -> None:
    """Add what a line of a round was for a player."""
    past.points += seat.points
    past.firsts += seat.first
    past.rounds += 1
    past.byes += seat.is_bye
    if not seat.size:
        return
    past.shorts += short
    past.starts += seat.seat == 1
    past.lateness += Fraction(2 * seat.seat - seat.size - 1, seat.size - 1)
    for other, _ in seat.met:
        past.met[other] = past.met.get(other, 0) + 1


def as_player(key: str, past: PodPast) -> PodPlayer:
    """A player to seat, with this past."""
    return PodPlayer(key, past.points, past.byes, past.shorts, past.met, past.starts, past.lateness)
