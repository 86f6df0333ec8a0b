"""A hand of which a record may show some cards: what is known of the others, and how cards leave it.

A hidden card has a ceiling, the highest rank that it can have by what was shown. Ceilings are kept sorted. The tally
counts the cards that are named outside the draw pile and the hidden cards, by rank.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from rules_engine.stage.cards import HIDDEN, HIGHEST

Tally = list[int]


class Hand:
    """Known cards, and the ceilings of the hidden ones."""

    __slots__ = ("ceilings", "known")

    def __init__(self, known: list[int], ceilings: list[int]) -> None:
        self.known = known
        self.ceilings = ceilings

    def __len__(self) -> int:
        return len(self.known) + len(self.ceilings)

    def copy(self) -> Hand:
        """An equal hand that changes on its own."""
        return Hand(self.known[:], self.ceilings[:])

    def add(self, card: int) -> None:
        """A card comes from the draw pile."""
        if card:
            self.known.append(card)
        else:
            self.ceilings.append(HIGHEST)

    def can_give(self, cards: Sequence[int]) -> bool:
        """Whether the hand can hold these cards: enough of them, and enough hidden ones for those not known.

        How many copies there are of a rank is not looked at.
        """
        if len(cards) > len(self.known) + len(self.ceilings):
            return False
        if len(cards) <= len(self.ceilings):
            return True
        known = self.known[:]
        hidden = 0
        for card in cards:
            if card in known:
                known.remove(card)
            elif card:
                hidden += 1
        return hidden <= len(self.ceilings)

    def higher(self, cards: Sequence[int]) -> bool:
        """Whether more known cards above the lowest one named stay than cards leave unseen (BS-5)."""
        named = [card for card in cards if card]
        if not named or not self.known:
            return False
        lowest, above = min(named), 0
        known = self.known[:]
        for card in named:
            if card in known:
                known.remove(card)
        for card in known:
            above += card > lowest
        return above > len(cards) - len(named)

    def drop(self, card: int) -> tuple[bool, bool]:
        """A named card leaves: a known one, else the hidden one with the lowest ceiling that fits.

        Where none fits, the lowest ceiling goes, so that nothing is held against the cards that stay. Returns whether
        it was a hidden card, and whether it fits.
        """
        known, ceilings = self.known, self.ceilings
        if card in known:
            known.remove(card)
            return False, True
        for index, ceiling in enumerate(ceilings):
            if ceiling >= card:
                del ceilings[index]
                return True, True
        del ceilings[0]
        return True, False

    def lose_unseen(self, tally: Tally) -> int:
        """A card leaves unseen, so that none of the others is known any more. Returns the ceiling that it has."""
        self.hide(tally)
        highest = self.ceilings[-1]
        self.ceilings.pop(0)
        return highest

    def hide(self, tally: Tally) -> None:
        """Known cards become hidden ones that can be no higher than they are."""
        for card in self.known:
            tally[card] -= 1
            insort(self.ceilings, card)
        self.known.clear()

    def cap(self, ceiling: int) -> None:
        """No hidden card is higher than this."""
        for index in range(len(self.ceilings) - 1, -1, -1):
            if self.ceilings[index] <= ceiling:
                break
            self.ceilings[index] = ceiling


def pass_card(giver: Hand, taker: Hand, tally: Tally) -> None:
    """A Queen moves an unseen card. The only card of a hand passes as it is."""
    if len(giver) > 1:
        insort(taker.ceilings, giver.lose_unseen(tally))
    elif giver.known:
        taker.known.append(giver.known.pop())
    else:
        insort(taker.ceilings, giver.ceilings.pop())


def dealt(count: int) -> Hand:
    """Cards that nobody has seen."""
    return Hand([], [HIGHEST] * count)


def is_known_pair(hand: Hand) -> bool:
    """Whether two known cards make a pair (BS-12)."""
    return len(set(hand.known)) < len(hand.known)


def as_named(cards: Sequence[int]) -> tuple[int, ...]:
    """In Go Fish a hidden card of a bank that names one rank has that rank."""
    ranks = {card for card in cards if card}
    if len(ranks) == 1 and HIDDEN in cards:
        return (*ranks,) * len(cards)
    return tuple(cards)
