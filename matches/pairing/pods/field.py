"""Who is to be seated in pods, and what each has played before."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True)
class PodPlayer:
    """One player to seat.

    ``points`` are exact. ``byes`` and ``shorts`` count earlier byes and seats in short pods, ``met`` how often each
    other player sat in the same pod, ``starts`` how often the player had the first seat. ``lateness`` sums
    (2 · seat − size − 1) / (size − 1) over earlier pods: high for who sat late.
    """

    key: str
    points: Fraction = Fraction(0)
    byes: int = 0
    shorts: int = 0
    met: Mapping[str, int] = field(default_factory=dict)
    starts: int = 0
    lateness: Fraction = Fraction(0)


@dataclass(frozen=True)
class PodField:
    """The players to seat, sorted by key, and what the organiser has set.

    ``locked`` are pods that stand as they are and leave the field; ``apart`` are pairs that may not sit together.
    """

    players: tuple[PodPlayer, ...]
    locked: tuple[tuple[str, ...], ...] = ()
    apart: Collection[frozenset[str]] = ()
