"""Numbering the tables of a round, fixed tables kept. What cannot be kept, ``conflicts`` names."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence


def assign_tables(matches: Sequence[tuple[str, ...]], fixed: Mapping[str, int]) -> list[int]:
    """The tables of ``matches`` (player keys by seat), best first: 1, 2, 3, ... without the fixed tables in use.

    A match is at the fixed table of the first of its players who has one. Where two matches claim one table, the
    first has it, and the other is at the next free one.
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
