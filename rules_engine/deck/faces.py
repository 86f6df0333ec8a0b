"""Which cards are drawn, by their tokens, and which of the drawings shows a token.

A token is a rank (``10``, ``Q``, ``X`` for a Joker) and, where the game has suits, a letter for the suit; ``?`` lies
face down.
"""

from __future__ import annotations

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("c", "d", "h", "s")
RED = ("d", "h")
JOKER, DOWN = "X", "?"
BACK = "back"
TOKENS = (*RANKS, *(rank + suit for rank in RANKS for suit in SUITS), JOKER, DOWN)
"""Every token that has a face of its own."""


def parts(token: str) -> tuple[str, str]:
    """The rank and the suit of a token; the suit is empty where the card is shown without one."""
    suit = token[-1] if len(token) > 1 and token[-1] in SUITS else ""
    return token.removesuffix(suit), suit


def face(token: str) -> str:
    """The name of a token’s drawing in the file; empty for what is no card of the deck.

    A Joker has no suit: one that was written after it is not drawn.
    """
    rank, _suit = parts(token)
    if token == DOWN:
        return BACK
    if rank == JOKER:
        return JOKER
    return token if token in TOKENS else ""
