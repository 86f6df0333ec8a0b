"""Cards as small integers, so that states are cheap to copy and a compiled kernel can share the coding.

The low four bits are the rank, the next three the suit (0 when the record gives none). A number's rank is its
face value. Rank 0 is a card drawn unseen; rank 1 is such a card once it is known to be no Queen.
"""

from __future__ import annotations

HIDDEN, HIDDEN_NO_QUEEN = 0, 1
JACK, QUEEN, KING, ACE, JOKER = 11, 12, 13, 14, 15
RANK_BITS = 15
SUIT_SHIFT = 4
RANKS = 16

NUMBERS = range(2, 11)
RANK_NAMES = ("?", "?", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "X")
SUITS = " cdhs"

# BO-2.1: four each of 2-10, J, Q, K, A. BO-2.3: Sudden Death keeps 2-10 and J.
BASE_DECK = (0, 0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0)
SUDDEN_DEATH_DECK = (0, 0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0, 0, 0)
SUITED = tuple(rank | suit << SUIT_SHIFT for rank in range(2, 15) for suit in range(1, 5))


def name_of(card: int) -> str:
    """As written in a record: ``10h``, ``J``, ``?``."""
    return RANK_NAMES[card & RANK_BITS] + SUITS[card >> SUIT_SHIFT].strip()


def same_card(named: int, held: int) -> bool:
    """Whether a card held may be the card named: equal ranks, and suits that do not contradict."""
    if named & RANK_BITS != held & RANK_BITS:
        return False
    return named >> SUIT_SHIFT in (0, held >> SUIT_SHIFT) or held >> SUIT_SHIFT == 0
