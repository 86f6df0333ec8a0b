"""What a player can do, as small integers: a kind, and for a play or a discard the card.

A draw is an act, ``DRAW``; which card it turns over is a chance outcome that the caller supplies. ``LET_BUST`` and
``PASS`` are the two decisions that a score sheet leaves unsaid: not to answer a Jack, not to answer a swap.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from rules_engine.bankout.cards import HIDDEN, JOKER, KING, QUEEN, name_of

T = TypeVar("T")

KIND_SHIFT = 7
CARD_BITS = 127

(
    _DRAW,
    _BANK,
    _END,
    _LET_BUST,
    _AUTO_QUEEN,
    _PASS,
    _COUNTER,
    _SHIELD,
    _PLAY,
    _DISCARD,
    _SWAP,
    _JOKER_KING,
    _JOKER_QUEEN,
    _NO_EFFECT,
) = range(14)

DRAW = _DRAW << KIND_SHIFT
BANK = _BANK << KIND_SHIFT
END = _END << KIND_SHIFT
LET_BUST = _LET_BUST << KIND_SHIFT
AUTO_QUEEN = _AUTO_QUEEN << KIND_SHIFT
PASS = _PASS << KIND_SHIFT
COUNTER = _COUNTER << KIND_SHIFT | JOKER
SHIELD = _SHIELD << KIND_SHIFT
PLAY = _PLAY << KIND_SHIFT
DISCARD = _DISCARD << KIND_SHIFT
SWAP = _SWAP << KIND_SHIFT | JOKER
JOKER_KING = _JOKER_KING << KIND_SHIFT | JOKER
JOKER_QUEEN = _JOKER_QUEEN << KIND_SHIFT | JOKER
NO_EFFECT = _NO_EFFECT << KIND_SHIFT | JOKER

PLAY_QUEEN = PLAY | QUEEN
PLAY_KING = PLAY | KING
JOKER_EFFECTS = (SWAP, JOKER_KING, JOKER_QUEEN)

_WORDS = {
    _DRAW: "draw",
    _BANK: "B",
    _END: "E",
    _LET_BUST: "#",
    _AUTO_QUEEN: "*Q",
    _PASS: "no answer",
    _COUNTER: "^X",
    _SHIELD: "^S",
    _SWAP: ">X=swap",
    _JOKER_KING: ">X=king",
    _JOKER_QUEEN: ">X=queen",
    _NO_EFFECT: ">X",
}


def play(card: int) -> int:
    """Play a Queen or a King from hand."""
    return PLAY | card


def discard(card: int) -> int:
    """Give up a card for the hand limit; ``HIDDEN`` for one that stays unseen."""
    return DISCARD | card


def kind_of(action: int) -> int:
    """The action without its card, comparable with ``PLAY``, ``DISCARD`` and the other constants' kinds."""
    return action >> KIND_SHIFT << KIND_SHIFT


def card_of(action: int) -> int:
    """The card that an action names, 0 where it names none."""
    return action & CARD_BITS


def by_kind(functions: Mapping[int, T]) -> dict[int, T]:
    """The values of a mapping by action, keyed by ``action >> KIND_SHIFT`` as dispatch looks them up."""
    return {action >> KIND_SHIFT: function for action, function in functions.items()}


def describe(action: int) -> str:
    """As a record would write it, for messages and tests."""
    kind = kind_of(action)
    if kind == PLAY:
        return ">" + name_of(card_of(action))
    if kind == DISCARD:
        return "-" + name_of(card_of(action))
    return _WORDS[action >> KIND_SHIFT]


def all_actions(cards: tuple[int, ...] = (QUEEN, KING, JOKER)) -> tuple[int, ...]:
    """Every action there is, with these cards for plays and discards; ``legal`` is this, filtered by ``check``."""
    plays = tuple(play(card) for card in cards if card & 15 in (QUEEN, KING))
    discards = tuple(discard(card) for card in (HIDDEN, *cards))
    plain = (DRAW, BANK, END, LET_BUST, AUTO_QUEEN, PASS, COUNTER, SHIELD, NO_EFFECT)
    return plain + plays + JOKER_EFFECTS + discards
