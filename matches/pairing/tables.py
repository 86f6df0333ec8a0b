"""Numbers the tables of a round and keeps fixed tables. ``conflicts`` reports fixed tables that cannot be kept."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence


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


def _number(count: int, fixed: Mapping[int, int], taken: Container[int]) -> list[int]:
    tables = []
    number = 0
    for k in range(count):
        if k in fixed:
            tables.append(fixed[k])
            continue
        number += 1
        while number in taken:
            number += 1
        tables.append(number)
    return tables
