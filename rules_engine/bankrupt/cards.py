"""Ranks, their worth, and hands of two cards (BR-1, BR-10 to BR-12)."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
RANK_OF: Final = {name: rank for rank, name in enumerate(RANKS)}
WORTH: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)
"""BR-1: face value, Jack, Queen and King 10, Ace 11, by rank."""

UNKNOWN: Final = -1
"""A second card that was not shown: below every known one."""


class Hand(NamedTuple):
    """The two cards of a showdown by rank, the higher first; the second is UNKNOWN if it was not shown.

    The better hand is the greater one (BR-10).
    """

    is_pair: bool
    high: int
    low: int


@cache
def hand_of(ranks: tuple[int, ...]) -> Hand:
    """The hand of one or two shown cards."""
    high, low = max(ranks), min(ranks) if len(ranks) > 1 else UNKNOWN
    return Hand(high == low, high, low)


def needs_second(winner: Hand, loser: Hand, same_top: str) -> bool:
    """Whether second cards decide what the loser pays (BR-11, BR-19.9)."""
    return winner.high == loser.high and (not winner.is_pair or same_top == "second_cards")


def amount(winner: Hand, loser: Hand, same_top: str, second_min: int) -> int:
    """What a loser pays for a single win (BR-11, BR-12, BR-19.9, BR-19.10)."""
    if needs_second(winner, loser, same_top):
        if UNKNOWN in (winner.low, loser.low):
            return second_min
        return max(second_min, WORTH[winner.low] - WORTH[loser.low])
    difference = WORTH[winner.high] - WORTH[loser.high]
    return max(1, abs(difference) if winner.is_pair else difference)
