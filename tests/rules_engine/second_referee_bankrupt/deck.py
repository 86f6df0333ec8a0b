"""The cards of the deck, as far as they are shown (BR-5)."""

from __future__ import annotations

from collections import Counter

from tests.rules_engine.second_referee_bankrupt.words import Card

FACE_UP = 39
"""With this card dealt the upturned one lies face up."""
DISTINCT = 51


class Deck:
    """What was dealt and shown since the last shuffle."""

    def __init__(self) -> None:
        self.dealt = 0
        self.earlier: list[Card] = []
        self.shown: list[Card] = []
        self.suspended: set[int] = set()

    def deal(self, cards: int) -> None:
        """Cards off the top; past the 51st only those of this round are distinct."""
        self.dealt += cards
        if self.dealt > DISTINCT:
            self.earlier = []

    @property
    def face_up(self) -> bool:
        """Whether the upturned card has come up."""
        return self.dealt >= FACE_UP

    def show(self, cards: tuple[Card, ...]) -> bool:
        """Cards are shown; whether the deck cannot hold them."""
        impossible = set()
        for card in cards:
            if card.rank not in self.suspended | impossible:
                known = [*self.earlier, *self.shown]
                copies = Counter(one.rank for one in known)
                if copies[card.rank] == 4 or (card.suit and card in known):
                    impossible.add(card.rank)
            self.shown.append(card)
        self.suspended |= impossible
        return bool(impossible)

    def next_round(self) -> None:
        """What this round showed is from an earlier one."""
        self.earlier += self.shown
        self.shown = []

    def shuffle(self) -> None:
        """All anew."""
        self.__init__()  # type: ignore[misc]
