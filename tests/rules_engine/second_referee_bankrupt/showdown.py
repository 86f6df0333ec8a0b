"""Hands and amounts (BR-10, BR-11, BR-12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.rules_engine.second_referee_bankrupt.words import Token, worth

UNKNOWN = -1


@dataclass
class Hand:
    """What a player has shown; the second card is ``UNKNOWN`` where one card was shown."""

    token: Token
    first: int
    second: int

    @property
    def pair(self) -> bool:
        return self.first == self.second

    @property
    def strength(self) -> tuple[bool, int, int]:
        """The higher, the better; an unknown second card is below every known one."""
        return self.pair, self.first, self.second


def hand_of(token: Token) -> Hand:
    """The hand that a show puts on the table."""
    ranks = sorted((card.rank for card in token.cards), reverse=True)
    return Hand(token, ranks[0], ranks[1] if len(ranks) == 2 else UNKNOWN)


def best_of(hands: dict[str, Hand]) -> list[str]:
    """Who has the best hand, or shares it."""
    best = max(hand.strength for hand in hands.values())
    return [seat for seat, hand in hands.items() if hand.strength == best]


def needed_seconds(hands: dict[str, Hand], rules: dict[str, Any]) -> list[str]:
    """BR-17: whose second card settles something and was not shown."""
    first = max((hand.pair, hand.first) for hand in hands.values())
    if not first[0]:
        asked = [seat for seat, hand in hands.items() if hand.first == first[1]]
        asked = asked if len(asked) > 1 else []
    elif rules["pair_same_top"] == "second_cards" and len(best_of(hands)) == 1:
        asked = [seat for seat, hand in hands.items() if hand.first == first[1]]
    else:
        asked = []
    return [seat for seat in asked if hands[seat].second == UNKNOWN]


def amount(winner: Hand, loser: Hand, rules: dict[str, Any]) -> int:
    """What the winner takes from this loser, before it is doubled or capped."""
    difference = worth(winner.first) - worth(loser.first)
    if winner.first != loser.first:
        return max(1, abs(difference) if winner.pair else difference)
    if winner.pair and rules["pair_same_top"] == "by_worth":
        return 1
    least: int = rules["second_min"]
    if loser.second == UNKNOWN:
        return least
    return max(least, worth(winner.second) - worth(loser.second))
