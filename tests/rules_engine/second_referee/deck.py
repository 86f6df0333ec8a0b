"""The draw pile by what a sheet has shown (BO-2.5, record.md 5.5): possible and impossible draws, the reshuffle."""

from __future__ import annotations

from collections import Counter

from tests.rules_engine.second_referee.words import UNSEEN, Card


class Deck:
    """One round's deck. ``fresh`` names its ranks; after ``reshuffle`` it holds what the pile recorded."""

    def __init__(self, fresh: Counter[str]) -> None:
        self.left = fresh
        self.size = sum(fresh.values())
        self.suspended: set[str] = set()
        self.blind = False
        self.seen: Counter[str] = Counter()
        self.named: Counter[str] | None = None  # suited cards shuffled in; None while every suit is in
        self.unnamed: Counter[str] = Counter()
        self.elsewhere: set[str] = set()

    def reshuffle(self, cards: list[Card], elsewhere: list[Card]) -> None:
        """The pile becomes the deck; ``elsewhere`` are hands and tables."""
        self.__init__(Counter(card.rank for card in cards if card.rank != UNSEEN))  # type: ignore[misc]
        self.size = len(cards)
        self.blind = any(card.rank == UNSEEN for card in cards)
        self.named = Counter(card.name for card in cards if card.suit)
        self.unnamed = Counter(card.rank for card in cards if not card.suit)
        self.elsewhere = {card.name for card in elsewhere if card.suit}

    def take(self, card: Card) -> bool:
        """A card leaves the deck; False if that was impossible."""
        self.size -= 1
        if card.rank == UNSEEN:
            return True
        possible = self._possible(card) or self.blind or card.rank in self.suspended
        if not possible:
            self.suspended.add(card.rank)
            return False
        if card.suit and self._must_be_unnamed(card):
            self.unnamed[card.rank] -= 1
        self.left[card.rank] -= 1
        if card.suit:
            self.seen[card.name] += 1
        return True

    def _possible(self, card: Card) -> bool:
        if self.left[card.rank] <= 0 or (card.suit and self.seen[card.name] >= self._copies(card)):
            return False
        if not card.suit or not self._must_be_unnamed(card):
            return True
        return card.name not in self.elsewhere and self.unnamed[card.rank] > 0

    def _copies(self, card: Card) -> int:
        """How often a suited card can come: once, or as often as the pile recorded it."""
        return max(1, self.named[card.name]) if self.named is not None else 1

    def _must_be_unnamed(self, card: Card) -> bool:
        """Whether a suited card can only be one that was shuffled in without its suit."""
        return self.named is not None and card.name not in self.named and card.name not in self.seen
