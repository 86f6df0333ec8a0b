"""The order of pieces on sheets that are printed, stacked and cut."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def stack_cut(pieces: Sequence[T], per_page: int) -> list[list[T | None]]:
    """Distribute the pieces over pages of `per_page` places so that cutting the whole stack gives piles in order.

    Place k of every page makes pile k, and pile k follows pile k - 1. Empty places are None.
    """
    pages = -(-len(pieces) // per_page)
    return [
        [pieces[pile * pages + page] if pile * pages + page < len(pieces) else None for pile in range(per_page)]
        for page in range(pages)
    ]
