"""Numbers the tables of a round and keeps fixed tables. ``conflicts`` reports fixed tables that cannot be kept."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import count


def assign_tables(matches: Sequence[tuple[str, ...]], fixed: Mapping[str, int]) -> list[int]:
    """Return the tables of ``matches`` (player keys by seat, best first): 1, 2, 3, ... without the fixed tables in use.

    A match is at the fixed table of its first player who has one. If two matches claim one table, the first gets it,
    and the other gets the next free one.
    """
    owner: dict[int, int] = {}
    for k, seats in enumerate(matches if fixed else ()):
        table = next((fixed[key] for key in seats if key in fixed), None)
        if table is not None:
            owner.setdefault(table, k)
    return _number(len(matches), {k: table for table, k in owner.items()}, owner)


def lowest_free(taken: Container[int | None], wanted: Sequence[int] = ()) -> int:
    """Return the table for a match that is added: the first of the ``wanted`` ones that is free, else the lowest."""
    free = (number for number in wanted if number not in taken)
    return next(free, next(number for number in count(1) if number not in taken))


def _number(matches: int, fixed: Mapping[int, int], taken: Container[int]) -> list[int]:
    tables = []
    number = 0
    for k in range(matches):
        if k in fixed:
            tables.append(fixed[k])
            continue
        number += 1
        while number in taken:
            number += 1
        tables.append(number)
    return tables
