"""A real deck: 39 cards to the upturned one, the thirteen under it, and used cards after them (BR-5)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Self

from rules_engine.bankrupt.state import UNTIL_UPTURNED


class Deck:
    """Cards by rank; the upturned one lies aside until the next shuffle."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.used: list[int] = []
        self.shuffle()

    def shuffle(self) -> None:
        """All cards are shuffled and set anew."""
        cards = [rank for rank in range(13) for _ in range(4)]
        self.rng.shuffle(cards)
        self.upturned = cards.pop(UNTIL_UPTURNED)
        self.cards = cards[::-1]
        self.used.clear()

    def kept(self) -> dict[str, list[int]]:
        """The cards as plain lists, for ``of``."""
        return {"deck": self.cards, "used": self.used}

    @classmethod
    def of(cls, rng: Random, kept: Mapping[str, list[int]]) -> Self:
        """The deck of cards that were kept."""
        deck = cls(rng)
        deck.cards, deck.used = list(kept["deck"]), list(kept["used"])
        return deck

    def draw(self) -> int:
        """The next card; when the deck is out, used cards follow."""
        if not self.cards:
            self.cards = self.used[::-1]
            self.used = []
        return self.cards.pop()
