"""States set by hand, for tests that begin in the middle of a turn."""

from __future__ import annotations

from rules_engine.bankout import endings
from rules_engine.bankout.cards import ACE, HIDDEN, JACK, JOKER, KING, QUEEN, RANK_NAMES
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import State

RANKS = {name: rank for rank, name in enumerate(RANK_NAMES) if rank > 1} | {"?": HIDDEN}


def cards(names: str) -> list[int]:
    """``"Q K 10"`` as card numbers."""
    return [RANKS[name] for name in names.split()]


def table(
    rules: BankoutRuleSet | None = None,
    *,
    number: int = 1,
    jacks: int = 0,
    latent: int = 0,
    loot: int = 0,
    hand: str = "",
    other_hand: str = "",
    banks: tuple[int, int] = (0, 0),
) -> State:
    """A's turn in a round, with Jacks and Aces on the table, cards in both hands and money in both Banks."""
    state = State(rules or BankoutRuleSet())
    endings.begin_round(state, number, 0)
    state.jacks, state.latent, state.loot = jacks, latent, loot
    state.cues = [JACK] * jacks + [ACE] * latent
    state.hands = [cards(hand), cards(other_hand)]
    state.banks = list(banks)
    for card in [*state.cues, *state.hands[0], *state.hands[1]]:
        if card != HIDDEN:
            state.counts[card] -= 1
        state.size -= 1
    return state


__all__ = ["ACE", "JACK", "JOKER", "KING", "QUEEN", "cards", "table"]
