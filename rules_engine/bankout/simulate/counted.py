"""Chance that is counted, not kept: the n-th number of a stream depends on the run's seed, the match and n alone.

So match i of seed s is the same match on any machine, alone or in any part of a run. A number is SplitMix64's mixing of
the stream's key plus n steps (Steele, Lea and Flood, 2014). The compiled kernel has a twin of these functions.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.bankout import dealing
from rules_engine.bankout.simulate.chance import Chance, Item
from rules_engine.bankout.simulate.decks import Deck, Streams
from rules_engine.bankout.state import State

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
DECK, PLAYERS = 0, 1  # the streams of a match: the deck's, then one for each seat


def mix(value: int) -> int:
    """64 bits from 64 bits, one to one."""
    value = ((value ^ value >> 30) * FIRST) & MASK
    value = ((value ^ value >> 27) * SECOND) & MASK
    return value ^ value >> 31


def key_of(seed: int, match: int, stream: int) -> int:
    """The key of a stream. Seeds count modulo 2 to the 64th."""
    run = mix((seed + STEP) & MASK)
    return mix((mix((run ^ match) & MASK) + stream) & MASK)


def bits(key: int, number: int) -> int:
    """The number at a place of a stream, from 0 to 2 to the 32nd."""
    return mix((key + number * STEP) & MASK) >> 32


class CountedChance(Chance):
    """A stream of decisions by counting."""

    __slots__ = ("_key", "_number")

    def __init__(self, seed: int, match: int, stream: int) -> None:
        self._key = key_of(seed, match, stream)
        self._number = 0

    def restart(self, seed: int, match: int, stream: int) -> None:
        """Go on as another stream, from its beginning."""
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
