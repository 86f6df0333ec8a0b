"""Suggested rounds and cut for an attendance (section 1); the organiser decides. Pure."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Shape(msgspec.Struct, frozen=True):
    """The number of Swiss rounds, and how many players go on to a bracket; 0 is no cut."""

    rounds: int
    cut: int


class Recommendation(msgspec.Struct, frozen=True):
    """``counted`` is the attendance with awarded byes, ``shape`` the recommendation, ``other`` an equally good one."""

    counted: int
    shape: Shape
    other: Shape | None = None


TABLE: tuple[tuple[int, Shape, Shape | None], ...] = (
    (4, Shape(3, 0), None),
    (9, Shape(5, 4), Shape(4, 8)),
    (17, Shape(5, 8), None),
    (33, Shape(6, 8), None),
    (65, Shape(7, 8), None),
    (129, Shape(8, 8), None),
    (227, Shape(9, 8), None),
    (410, Shape(10, 8), None),
)
"""The shape from this number of players on."""

MOST_BYES = 3


def counted_players(players: int, awarded_byes: Iterable[int] = ()) -> int:
    """Return the attendance to look up: a player with 1, 2 or 3 awarded byes counts as 2, 4 or 8 players.

    ``awarded_byes`` has the number of byes of each player with any; those players are among ``players``. Raises
    ValueError for another number of byes, or for more players with byes than players.
    """
    byes = list(awarded_byes)
    if players < len(byes):
        raise ValueError(f"{len(byes)} players with awarded byes among {players}")
    wrong = [n for n in byes if not 1 <= n <= MOST_BYES]
    if wrong:
        raise ValueError(f"an awarded bye is for 1 to {MOST_BYES} rounds, not {wrong[0]}")
    return players - len(byes) + sum(1 << n for n in byes)


def recommend(players: int, awarded_byes: Iterable[int] = ()) -> Recommendation | None:
    """Return the recommendation for this attendance, or None for too few players."""
    counted = counted_players(players, awarded_byes)
    fitting = [(shape, other) for least, shape, other in TABLE if counted >= least]
    if not fitting:
        return None
    shape, other = fitting[-1]
    return Recommendation(counted, shape, other)
