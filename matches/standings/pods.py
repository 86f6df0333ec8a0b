"""The standings of a stage of pods: points, opponents' points, firsts. Pure and exact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from matches.pairing.pods.past import PodPast, PodsPlayed, pasts_of


@dataclass(frozen=True)
class PodRow:
    """One row. Players level in everything share a rank."""

    rank: int
    player: str
    points: Fraction
    opp_points: Fraction
    firsts: Fraction


def pod_standings(players: Iterable[str], rounds: Sequence[PodsPlayed], size: int) -> list[PodRow]:
    """The standings after some rounds, in an event whose pods should have ``size`` players, the best first."""
    pasts = pasts_of(players, rounds, size)
    shares = {key: _share(past, size - 1) for key, past in pasts.items()}
    values = {key: (past.points, _opponents(past, shares), past.firsts) for key, past in pasts.items()}
    rows: list[PodRow] = []
    for at, key in enumerate(sorted(values, key=lambda key: (*(-value for value in values[key]), key)), 1):
        before = rows[-1] if rows else None
        level = before is not None and values[before.player] == values[key]
        rows.append(PodRow(before.rank if level and before else at, key, *values[key]))
    return rows


def _share(past: PodPast, top: int) -> Fraction:
    """A player's points of those that the rounds could have brought."""
    return past.points / (top * past.rounds) if past.rounds else Fraction(0)


def _opponents(past: PodPast, shares: dict[str, Fraction]) -> Fraction:
    """The mean share of the opponents over all meetings; 0 without any."""
    meetings = sum(past.met.values())
    total = sum((times * shares[key] for key, times in past.met.items()), Fraction(0))
    return total / meetings if meetings else Fraction(0)
