"""Cards of a 52-card deck as numbers from 0: rank by rank from the 2 to the Ace, clubs, diamonds, hearts, spades."""

from __future__ import annotations

from functools import cache
from typing import Final

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = "cdhs"
DECK: Final = tuple(range(52))
HIDDEN: Final = -1
"""A card whose face is not known."""

NAMES: Final = tuple(f"{rank}{suit}" for rank in RANKS for suit in SUITS)
BY_NAME: Final = {name: card for card, name in enumerate(NAMES)}
RANK: Final = tuple(card // 4 for card in DECK)
RED: Final = tuple(card % 4 in (1, 2) for card in DECK)
WORTH: Final = tuple(min(card // 4 + 2, 10) for card in DECK)
"""BK-4.5: number cards at face value, Jack, Queen, King and Ace 10 each."""

KINGS: Final = frozenset(card for card in DECK if RANKS[card // 4] == "K")
BONUS: Final = (0, 0, 2, 4, 10)
"""BK-4.6: what each card of a rank is worth more, by how many of it lie in the bank."""

_ACE: Final = 12
_BY_RANK: Final = RANK
_BY_WORTH: Final = tuple(worth - 2 for worth in WORTH)


def groups(pair_of: str) -> tuple[int, ...]:
    """BK-6.4: for each card the group in which cards make a trick together, by rank or by worth."""
    return _BY_WORTH if pair_of == "worth" else _BY_RANK


@cache
def fellows(pair_of: str) -> tuple[frozenset[int], ...]:
    """For each card all cards of its group, itself included."""
    group_of = groups(pair_of)
    return tuple(frozenset(other for other in DECK if group_of[other] == group_of[card]) for card in DECK)


def score(bank: list[int], advanced: bool) -> int:
    """What the cards of a bank are worth (BK-4.5, BK-4.6)."""
    total = sum([WORTH[card] for card in bank])
    if advanced:
        ranks = [RANK[card] for card in bank]
        total += sum([BONUS[ranks.count(rank)] for rank in ranks])
    return total


@cache
def best_score(cards: int, advanced: bool) -> int:
    """BK-1.14: the most that a bank of so many cards can be worth."""
    best = [0] + [-1] * cards
    for rank in range(len(RANKS)):
        worth = WORTH[rank * 4]
        for size in range(cards, 0, -1):
            for count in range(1, min(4, size) + 1):
                if best[size - count] >= 0:
                    gained = count * (worth + (BONUS[count] if advanced else 0))
                    best[size] = max(best[size], best[size - count] + gained)
    return max(best)


def is_straight(cards: tuple[int, ...], aces: str) -> bool:
    """BK-3.1, BK-6.8: three to five cards of ranks in a row, in any order; ``aces`` are high, low or both."""
    if not 3 <= len(cards) <= 5:
        return False
    ranks = sorted([RANK[card] for card in cards])
    ace = ranks[-1] == _ACE
    if _in_a_row(ranks) and not (ace and aces == "low"):
        return True
    return ace and aces != "high" and _in_a_row([-1, *ranks[:-1]])


def _in_a_row(ranks: list[int]) -> bool:
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def one_colour(cards: tuple[int, ...]) -> bool:
    """BK-3.2: all red or all black."""
    return len({RED[card] for card in cards}) == 1
