"""Players who are not to sit together at a table of more than two, as an organiser writes them. Pure.

``3-7 12-15-18``: 3 and 7 sit at different tables, and so do 12, 15 and 18.
"""

from __future__ import annotations

import re
from itertools import combinations

_GROUP = re.compile(r"\d{1,6}(-\d{1,6})+", re.ASCII)


class ApartError(ValueError):
    """A group that cannot be read; ``word`` is its text."""

    def __init__(self, word: str) -> None:
        self.word = word
        super().__init__(word)


def read_apart(text: str) -> tuple[tuple[int, int], ...]:
    """The pairs of numbers that are kept apart, each once, in order. Raises ApartError."""
    pairs: set[tuple[int, int]] = set()
    for word in text.replace(",", " ").replace(";", " ").replace("–", "-").split():
        numbers = sorted({int(number) for number in word.split("-")}) if _GROUP.fullmatch(word) else []
        if len(numbers) < 2:
            raise ApartError(word)
        pairs.update(combinations(numbers, 2))
    return tuple(sorted(pairs))
