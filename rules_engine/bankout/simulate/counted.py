"""Chance that is counted, not kept: match i of seed s is the same on any machine, alone or in any part of a run."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.bankout import dealing
from rules_engine.bankout.counting import DECK, PLAYERS, bits, key_of
from rules_engine.bankout.simulate.chance import Chance, Item
from rules_engine.bankout.simulate.match import Deck, Streams
from rules_engine.bankout.state import State


class CountedChance(Chance):
    """A stream of decisions by counting."""

    __slots__ = ("_key", "_number")

    def __init__(self, seed: int, match: int, stream: int) -> None:
        self._key = key_of(seed, match, stream)
        self._number = 0

    def below(self, limit: int) -> int:
        """A whole number from 0 to ``limit`` - 1, each as likely (but for one part in 2 to the 32nd)."""
        number = self._number
        self._number += 1
        return bits(self._key, number) * limit >> 32

    def happens(self, share: float) -> bool:
        """True in this share of all cases."""
        return self.below(1 << 32) < share * (1 << 32)

    def one_of(self, items: Sequence[Item]) -> Item:
        """One of the items, each as likely."""
        return items[self.below(len(items))]


class CountedDeck(CountedChance, Deck):
    """The deck's stream, with the deck itself: its cards in a row, of which a draw takes one and fills the gap.

    A new deck, also one shuffled from the discard pile, begins in the order of the ranks.
    """

    __slots__ = ("_cards", "_round")

    def __init__(self, seed: int, match: int) -> None:
        super().__init__(seed, match, DECK)
        self._cards: list[int] = []
        self._round = 0

    def deal(self, state: State) -> int:
        """The rank of the next card."""
        cards = self._cards
        if state.round != self._round or len(cards) != state.size or not cards:
            cards = self._cards = [rank for rank, copies in dealing.outcomes(state) for _ in range(copies)]
            self._round = state.round
        place = self.below(len(cards))
        card = cards[place]
        cards[place] = cards[-1]
        cards.pop()
        return card


def counted_streams(seed: int, match: int) -> Streams:
    """The chance of a match of a run."""
    first, second = (CountedChance(seed, match, PLAYERS + seat) for seat in range(2))
    return Streams(CountedDeck(seed, match), (first, second))
