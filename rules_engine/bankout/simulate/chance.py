"""Chance with a seed: the same numbers on any machine and any version of Python.

Only ``Random.random`` is used, the one method whose sequence the language promises to keep.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


class Chance:
    """A stream of decisions drawn from a seed."""

    __slots__ = ("_next",)

    def __init__(self, seed: int) -> None:
        self._next = Random(seed).random

    def below(self, limit: int) -> int:
        """A whole number from 0 to ``limit`` - 1, each as likely."""
        return int(self._next() * limit)

    def happens(self, share: float) -> bool:
        """True in this share of all cases."""
        return self._next() < share

    def one_of(self, items: Sequence[Item]) -> Item:
        """One of the items, each as likely."""
        return items[int(self._next() * len(items))]


def seed_of(*parts: int | str) -> int:
    """A seed for a part of a run, from the run's own seed and what the part is called."""
    text = "/".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
