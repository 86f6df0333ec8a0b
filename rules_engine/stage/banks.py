"""The bank of a player or a team: named cards, and hidden ones that a claim may have counted."""

from __future__ import annotations

from rules_engine.stage.cards import HIGHEST, LOWEST, SEVEN
from rules_engine.stage.hands import Tally


class Bank:
    """``hidden`` cards are not named; ``uncounted`` of them were not counted, the others are worth ``counted``.

    ``points`` are what the known and the counted cards are worth.

    In Go Fish ``pairs`` is what the bank scores, and ``named_pairs`` are those whose rank is named.
    """

    __slots__ = ("counted", "hidden", "known", "named_pairs", "pairs", "points", "uncounted")

    def __init__(self) -> None:
        self.known: list[int] = []
        self.hidden = self.uncounted = self.counted = self.points = self.pairs = 0
        self.named_pairs: list[int] = []

    def __len__(self) -> int:
        return len(self.known) + self.hidden

    def copy(self) -> Bank:
        """An equal bank that changes on its own."""
        twin = Bank()
        twin.known, twin.named_pairs = self.known[:], self.named_pairs[:]
        twin.hidden, twin.uncounted, twin.counted = self.hidden, self.uncounted, self.counted
        twin.points, twin.pairs = self.points, self.pairs
        return twin

    @property
    def least(self) -> int:
        """What the bank is worth at the least."""
        return self.points + LOWEST * self.uncounted

    @property
    def most(self) -> int:
        """What the bank is worth at the most."""
        return self.points + HIGHEST * self.uncounted

    def add(self, card: int) -> None:
        """A card is banked; 0 for a hidden one."""
        if card:
            self.known.append(card)
            self.points += card
        else:
            self.hidden += 1
            self.uncounted += 1

    def count(self, total: int) -> None:
        """A claim says what the bank is worth."""
        self.counted += total - self.points
        self.points, self.uncounted = total, 0

    def hide(self, tally: Tally) -> None:
        """Nobody can say any more which cards are in the bank, or what they are worth."""
        for card in self.known:
            tally[card] -= 1
        self.hidden += len(self.known)
        self.points -= sum(self.known)
        self.known.clear()
        self.named_pairs.clear()
        self.void()

    def void(self) -> None:
        """What the hidden cards were counted as says nothing any more."""
        self.points -= self.counted
        self.uncounted, self.counted = self.hidden, 0

    def empty(self, tally: Tally, sevens_out: int) -> int:
        """An Ace's 7 empties a Flush bank; so many 7s leave the game. Returns how many cards go into the pile."""
        for card in self.known:
            tally[card] -= 1
        size = len(self) - sevens_out
        tally[SEVEN] += sevens_out
        self.known.clear()
        self.hidden = self.uncounted = self.counted = self.points = 0
        return size

    # Payments (BS-14)

    def can_pay(self, card: int) -> bool:
        """Whether the card named may be in the bank."""
        return not card or card in self.known or self.hidden > 0

    def pay(self, card: int, tally: Tally) -> bool:
        """A card leaves the bank. Returns whether it is a hidden card that is now named."""
        if not card:
            self.hide(tally)
            self.hidden -= 1
            self.uncounted -= 1
            return False
        if card in self.known:
            self.known.remove(card)
            self.points -= card
            return False
        self.hidden -= 1
        rest = self.counted - card
        if self.uncounted or not LOWEST * self.hidden <= rest <= HIGHEST * self.hidden:
            self.void()
        else:
            self.counted = rest
            self.points -= card
        return True

    def can_pay_pair(self, card: int) -> bool:
        """Whether a pair of the rank named may be in the bank (BS-12): a named one, or one of those not named."""
        if not card or card in self.named_pairs:
            return True
        return self.pairs > len(self.named_pairs) and self.known.count(card) + self.hidden > 1

    def pay_pair(self, card: int, tally: Tally) -> int:
        """A pair leaves the bank. Returns how many of its cards were hidden and are now named."""
        self.pairs -= 1
        if not card:
            self.hide(tally)
            self.hidden = max(0, self.hidden - 2)
            return 0
        if card in self.named_pairs:
            self.named_pairs.remove(card)
        known = min(2, self.known.count(card))
        for _ in range(known):
            self.known.remove(card)
        self.hidden -= 2 - known
        return 2 - known

    def receive_pair(self, card: int) -> None:
        """A pair is paid to this bank; 0 for one that stays hidden."""
        self.pairs += 1
        if card:
            self.known += [card, card]
            self.named_pairs.append(card)
        else:
            self.hidden += 2
