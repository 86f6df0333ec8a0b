"""Numbers the tables of a round and keeps fixed tables. ``conflicts`` reports fixed tables that cannot be kept."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from matches.table_ranges import Ranges, numbers


def assign_tables(matches: Sequence[tuple[str, ...]], fixed: Mapping[str, int], ranges: Ranges = ()) -> list[int]:
    """Return the tables of ``matches`` (player keys by seat, best first): those of ``ranges`` in order, or 1, 2, 3,
    ..., without the fixed tables in use. Matches that the ranges have no table for get the numbers behind the last one.

    A match is at the fixed table of its first player who has one. If two matches claim one table, the first gets it,
    and the other gets the next free one.
    """
    owner: dict[int, int] = {}
    for k, seats in enumerate(matches if fixed else ()):
        table = next((fixed[key] for key in seats if key in fixed), None)
        if table is not None:
            owner.setdefault(table, k)
    free = _free(owner, ranges)
    at = {k: table for table, k in owner.items()}
    return [at[k] if k in at else next(free) for k in range(len(matches))]


def lowest_free(taken: Container[int | None], wanted: Sequence[int] = (), ranges: Ranges = ()) -> int:
    """Return the table for a match that is added: the first of the ``wanted`` ones that is free, else the lowest of
    ``ranges``, or of all.
    """
    free = (number for number in wanted if number not in taken)
    return next(free, next(_free(taken, ranges)))


def _free(taken: Container[int | None], ranges: Ranges) -> Iterator[int]:
    return (number for number in numbers(ranges) if number not in taken)
