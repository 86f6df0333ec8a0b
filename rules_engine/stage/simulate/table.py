"""What really lies on the table of a simulated game: every card, seen or not."""

from __future__ import annotations

from random import Random

from rules_engine.stage.cards import HAND, NUMBERS, SEVEN, STAGE_CARDS
from rules_engine.stage.state import State


class Table:
    """The real cards of a game. The engine's state knows only what a record shows of them."""

    def __init__(self, state: State, rng: Random) -> None:
        self.rng = rng
        cards = [card for card in STAGE_CARDS for _copy in range(state.copies)]
        rng.shuffle(cards)
        self.stage = dict(zip(state.board.spaces, cards, strict=True))
        self.pile = [card for card in NUMBERS for _copy in range(state.copies)]
        rng.shuffle(self.pile)
        self.hands = [[self.pile.pop() for _card in range(HAND)] for _seat in range(state.players)]
        self.banks: list[list[int]] = [[] for _side in state.banks]
        self.discards: list[int] = []

    def draw(self, seat: int) -> int:
        """A card from the pile, or from the shuffled discards if it is empty."""
        if not self.pile:
            self.reshuffle()
        card = self.pile.pop()
        self.hands[seat].append(card)
        return card

    def reshuffle(self) -> None:
        """The discards, shuffled, go under the pile."""
        self.rng.shuffle(self.discards)
        self.pile[:0] = self.discards
        self.discards.clear()

    def bank(self, side: int, cards: list[int], sevens: bool, one: bool) -> None:
        """Cards go into a bank; with ``sevens`` a 7 sends the rest of it into the pile, shuffled (BS-13)."""
        self.banks[side] += cards
        if sevens and SEVEN in cards:
            kept = self.banks[side]
            for _seven in range(1 if one else cards.count(SEVEN)):
                kept.remove(SEVEN)
            self.pile += kept
            self.banks[side] = []
            self.rng.shuffle(self.pile)
