"""Numbering the tables of a round, fixed tables kept. What cannot be kept, ``conflicts`` names."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence


def assign_tables(pairs: Sequence[tuple[str, str]], fixed: Mapping[str, int]) -> list[int]:
    """The tables of ``pairs``, best first: 1, 2, 3, ... without those that are fixed for someone who plays.

    A pair sits at the fixed table of its first player, else of its second. Where two pairs claim one table the first
    has it, and the other sits at the next free one.
    """
    owner: dict[int, int] = {}
    for k, (a, b) in enumerate(pairs):
        table = fixed.get(a, fixed.get(b))
        if table is not None:
            owner.setdefault(table, k)
    return _number(len(pairs), {k: table for table, k in owner.items()}, owner)


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
