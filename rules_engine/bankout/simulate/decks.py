"""The chance of a match: the deck's stream, which deals, and one for each player's choices."""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.bankout import engine
from rules_engine.bankout.simulate.chance import Chance, seed_of
from rules_engine.bankout.state import SEATS, State


class Deck(Chance):
    """The deck's stream."""

    __slots__ = ()

    def deal(self, state: State) -> int:
        """The rank of the next card."""
        return deal(state, self)


@dataclass(frozen=True, slots=True)
class Streams:
    """The chance of one match: the cards and each player's choices have streams of their own."""

    deck: Deck
    players: tuple[Chance, Chance]


def streams_of(seed: int) -> Streams:
    """Streams derived from the seed of a match."""
    first, second = (Chance(seed_of(seed, name)) for name in SEATS)
    return Streams(Deck(seed_of(seed, "deck")), (first, second))


def deal(state: State, chance: Chance) -> int:
    """Draw the rank of the next card at random, every card of the deck being equally likely.

    If the deck is empty, the card comes from those that a reshuffle would put back.
    """
    if not state.size:
        cards = [rank for rank, copies in engine.outcomes(state) for _ in range(copies)]
        return chance.one_of(cards)
    place = chance.below(state.size)
    for rank, copies in enumerate(state.counts):
        if place < copies:
            return rank
        place -= copies
    raise AssertionError("A deck's count is the sum of its ranks.")
