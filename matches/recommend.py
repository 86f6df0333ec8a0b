"""Suggested rounds and cut for an attendance (section 1), and how many rounds suffice. The organiser decides. Pure."""

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


def suggested_rounds(players: int, awarded_byes: Iterable[int] = (), *, cut: int = 0) -> int | None:
    """Return the number of Swiss rounds for this attendance and cut, or None for fewer than two players.

    With two or three players it is the number of rounds after which everyone has met everyone.
    """
    byes = list(awarded_byes)
    found = recommend(players, byes)
    if found is None:
        return rounds_until_all_met(players) if players > 1 else None
    return found.other.rounds if found.other is not None and found.other.cut == cut else found.shape.rounds


def rounds_until_all_met(players: int) -> int:
    """Return after how many rounds everyone can have met everyone; more of them repeat pairings. 0 for fewer than two
    players."""
    if players < 2:
        return 0
    return players - 1 if players % 2 == 0 else players
