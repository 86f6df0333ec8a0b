"""Players of simulated Bankrupt: one who does anything that is allowed, and a careful one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from rules_engine.bankrupt.cards import Hand, hand_of
from rules_engine.bankrupt.state import Round

RESIGNS = 0.01
"""How often a random player thinks of resigning before a deal."""

GOOD = 9
"""The rank of the Jack, from which a careful player keeps a hand."""


class Seen(NamedTuple):
    """What a player sees: the round and the own two cards by rank."""

    round: Round
    seat: int
    cards: tuple[int, int]

    @property
    def hand(self) -> Hand:
        """The two cards as a hand."""
        return hand_of(self.cards)


def random_player(seen: Seen, tokens: Sequence[str], rng: Random) -> str:
    """Any of what is allowed; resigning is rare, as it is at a table."""
    resigns = rng.random() < RESIGNS
    return rng.choice([act for act in tokens if resigns or act != "RS"] or list(tokens))


def careful_player(seen: Seen, tokens: Sequence[str], rng: Random) -> str:
    """Replaces a low card, throws in the worst hands, and ups with pairs and high cards."""
    hand = seen.hand
    if "LL" in tokens:
        return "LL"
    if "H" in tokens:
        if hand.is_pair or hand.high >= GOOD:
            return "H"
        return "F" if "F" in tokens and hand.high < 6 and rng.random() < 0.3 else "R"
    if "Y" in tokens:
        return "Y" if hand.is_pair or hand.high >= GOOD + 1 else "N"
    offers = [token for token in tokens if token.startswith("O")]
    if offers and (hand.is_pair or hand.high >= GOOD + 2):
        return offers[-1] if hand.is_pair else offers[0]
    return "P" if "P" in tokens else tokens[0]
