"""How players are divided into flights. Pure; chance is an argument."""

from __future__ import annotations

import random
from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise
from typing import TypeVar

Key = TypeVar("Key")


class Division(StrEnum):
    """How players are divided: by turns down the seeds, by lot, or by name."""

    SEEDS = "seeds"
    LOT = "lot"
    NAMES = "names"


def divide(players: Sequence[Key], flights: int, by: Division, chance: random.Random) -> list[list[Key]]:
    """Divide players, in the order of their seeds or names, into flights whose sizes differ by one at the most.

    By seeds the turns go there and back (A B B A A B …), so that no flight is the stronger one by a seed each time.
    """
    order = list(players)
    if by is Division.NAMES:
        size, more = divmod(len(order), flights)
        ends = [0]
        for flight in range(flights):
            ends.append(ends[-1] + size + (flight < more))
        return [order[start:end] for start, end in pairwise(ends)]
    if by is Division.LOT:
        lots = sorted((chance.random(), place) for place in range(len(order)))
        order = [order[place] for _lot, place in lots]
    divided: list[list[Key]] = [[] for _flight in range(flights)]
    for place, key in enumerate(order):
        turn, at = divmod(place, flights)
        divided[flights - 1 - at if turn % 2 else at].append(key)
    return divided
