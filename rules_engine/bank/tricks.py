"""Tricks and banking moves (BK-2.5 to BK-2.10, BK-6.2, BK-6.4 to BK-6.6)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Final

from rules_engine.bank.cards import DECK, HIDDEN, RANKS
from rules_engine.bank.ruleset import BankRuleSet
from rules_engine.bank.state import HAND_LIMIT, UNSEEN, State

NAMES: Final = {2: "pairs", 3: "trios", 4: "quads"}
RULES: Final = {2: "BK-2.6", 3: "BK-2.7", 4: "BK-2.8"}
_FIXED: Final = {2: (1,), 3: (2,), 4: (4,)}
_WHOLE: Final = {2: (1, 2), 3: (2, 3), 4: (4,)}


def counts(rules: BankRuleSet, size: int) -> tuple[int, ...]:
    """How many cards a trick banks (BK-2.9, BK-6.2)."""
    return (_WHOLE if rules.trick_size == "whole" else _FIXED)[size]


@lru_cache(maxsize=64)
def in_play(tricks: tuple[str, ...], trick_size: str) -> dict[tuple[int, int], int]:
    """What tricks in play are banked as: for each size and count of banked cards, how many must be of the trick."""
    counted = _WHOLE if trick_size == "whole" else _FIXED
    return {
        (size, count): needed(size, count) for size, name in NAMES.items() if name in tricks for count in counted[size]
    }


def needed(size: int, count: int) -> int:
    """How many of the banked cards must be of the trick itself: one of a trio, two of a quad, all of a whole trick."""
    return 2 if size == 4 else count if count == size else 1


def due(state: State, seat: int, count: int) -> int:
    """BK-2.10: how many older cards come out when so many are banked."""
    return max(0, len(state.players[seat].bank) + count - state.limit) if state.limit else 0


def box_denies(state: State, seat: int, count: int, hand: int) -> tuple[str, str]:
    """The code and rule by which the box refuses so many cards from a hand of a size; empty if it does not."""
    rules = state.rules
    if state.limit and count > state.limit:
        return "box_too_small", "BK-2.10"
    out = due(state, seat, count) if rules.bank_size == "moneybox" else 0
    if out and rules.exchange == "in_first" and hand >= HAND_LIMIT:
        return "hand_full", "BK-6.6"
    if rules.last_card == "keep_one" and hand - count + out < 1:
        return "last_card", "BK-6.5"
    return "", ""


def holds(state: State, group: int, size: int, known: Collection[int], hidden: int) -> bool:
    """Section 7.7: whether known and hidden cards may make a trick of a group."""
    groups, where = state.groups, state.where
    held = sum([groups[card] == group for card in known])
    if held >= size or not hidden:
        return held >= size
    unseen = sum([groups[card] == group and where[card] == UNSEEN and card not in known for card in DECK])
    return held + min(hidden, unseen) >= size


def _may_bank(state: State, seat: int, known: Collection[int], hidden: int, hand: int) -> bool:
    """Whether known and hidden cards of a hand may make a trick in play that can be banked."""
    rules = state.rules
    held = [0] * len(RANKS)
    for card in known:
        held[state.groups[card]] += 1
    most = max(held)
    for size, name in NAMES.items():
        if most + hidden < size or name not in rules.tricks:
            continue
        if all(box_denies(state, seat, count, hand)[0] for count in counts(rules, size)):
            continue
        if most >= size or any(holds(state, group, size, known, hidden) for group in set(state.groups)):
            return True
    return False


def surely_banks(state: State, seat: int) -> bool:
    """Whether the known cards of a hand hold a banking move."""
    player = state.players[seat]
    return _may_bank(state, seat, player.known, 0, player.hand)


def may_bank(state: State, seat: int, *more: int) -> bool:
    """Whether a hand, with more cards if any are named, may hold a banking move."""
    player = state.players[seat]
    known = player.known.union(card for card in more if card != HIDDEN)
    hidden = player.hidden + more.count(HIDDEN)
    return _may_bank(state, seat, known, hidden, len(known) + hidden)
