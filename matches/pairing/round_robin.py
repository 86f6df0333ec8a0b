"""Round robin by the circle method (section 6): everyone meets everyone, seats alternate. Pure.

One player stays, the others move one place each round. With an odd number of players the fixed place is empty: the
player opposite has the bye.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class RobinRound(msgspec.Struct, frozen=True):
    """One round: pairs as (seat a, seat b), and the player with the bye, if any."""

    number: int
    pairs: tuple[tuple[str, str], ...]
    bye: str | None


def schedule(players: Sequence[str], legs: int = 1) -> tuple[RobinRound, ...]:
    """Return all rounds for ``players`` in the given order (by lot or by seed), in ``legs`` legs with seats changed.

    A leg has n - 1 rounds for an even n, n for an odd n, and no rounds for fewer than two players. In a leg, a
    player's counts of the two seats differ by at most one, and a player has the same seat in consecutive rounds at
    most once (never with an odd number). Raises ValueError for a player twice or fewer than one leg.
    """
    if len(set(players)) != len(players):
        raise ValueError("a player is there twice")
    if legs < 1:
        raise ValueError("there must be at least one leg")
    if len(players) < 2:
        return ()
    leg = _leg(players)
    return tuple(
        RobinRound(
            number=turn * len(leg) + number,
            pairs=tuple((b, a) if turn % 2 else (a, b) for a, b in pairs),
            bye=bye,
        )
        for turn in range(legs)
        for number, (pairs, bye) in enumerate(leg, start=1)
    )


def played_half(played: int, planned: int) -> bool:
    """Whether a player has played at least half of the matches planned, so that the results count after leaving.

    As in FIDE's General Regulations for Competitions on round robins: the results of a player who leaves earlier do
    not count in the standings.
    """
    return 2 * played >= planned


def _leg(players: Sequence[str]) -> list[tuple[list[tuple[str, str]], str | None]]:
    """Return the rounds of one leg. Place ``stays`` is fixed; round r pairs r with it, and r + i with r - i on the
    circle.
    """
    stays = players[-1] if len(players) % 2 == 0 else None
    circle = players[:-1] if stays is not None else players
    size = len(circle)
    leg = []
    for number in range(size):
        opposite = circle[number]
        pairs = []
        if stays is not None:
            pairs.append((opposite, stays) if number % 2 else (stays, opposite))
        for step in range(1, (size + 1) // 2):
            a, b = circle[(number + step) % size], circle[(number - step) % size]
            pairs.append((a, b) if step % 2 else (b, a))
        leg.append((pairs, None if stays is not None else opposite))
    return leg
