"""Ranks as small integers: 2 to 10 for the numbers, 11 to 14 for the cards of the stage. Suits mean nothing here."""

from __future__ import annotations

HIDDEN = 0
"""A card whose face the record does not give."""

UNNAMED = 1
"""A space that was revealed, though the record does not say as what."""

JACK, QUEEN, KING, ACE = 11, 12, 13, 14
LOWEST, HIGHEST, SEVEN = 2, 10, 7
NUMBERS = range(LOWEST, HIGHEST + 1)
STAGE_CARDS = (JACK, QUEEN, KING, ACE)
RANKS = 15

COPIES = 4
"""Of each rank in one deck."""

NUMBER_CARDS = COPIES * len(NUMBERS)
SPACES = COPIES * len(STAGE_CARDS)
HAND = 5
"""Cards that each player is dealt (BS-1)."""

DRAWS = {ACE: 2, KING: 1, JACK: 3, QUEEN: 0}
"""What an effect draws at most (BS-5)."""

PARTS = {ACE: 1, KING: 1, JACK: 3, QUEEN: 0}
"""Banks or discards that an effect asks for before its draws: an Ace banks in one act."""

NAMES = ("?", "?", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
