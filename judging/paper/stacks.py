"""Which piece of paper goes where on which sheet."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def stack_cut(pieces: Sequence[T], per_page: int) -> list[list[T | None]]:
    """Pages of `per_page` places, so that the whole stack, cut once, leaves piles in order.

    Place k of every page makes pile k; pile k follows pile k - 1. Places without a piece are None.
    """
    pages = -(-len(pieces) // per_page)
    return [
        [pieces[pile * pages + page] if pile * pages + page < len(pieces) else None for pile in range(per_page)]
        for page in range(pages)
    ]
