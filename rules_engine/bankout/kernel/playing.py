"""What a seat does: draws, ends its turn, plays from hand, answers. The twin of ``bankout.playing``."""

from __future__ import annotations

from rules_engine.bankout.cards import JOKER
from rules_engine.bankout.kernel import deck, endings
from rules_engine.bankout.kernel.allowed import is_answerable
from rules_engine.bankout.kernel.compiling import Cells, compiled
from rules_engine.bankout.kernel.layout import (
    ANSWER,
    BANK,
    BANKED,
    BANKS,
    BLITZ,
    BUST,
    BY_JOKER_KING,
    BY_KING,
    COUNTER,
    COUNTERED,
    DECK_OUT,
    DISCARD_QUEEN,
    DRAW,
    EFFECT,
    END,
    ENDED,
    HAND_LIMIT,
    HAND_SIZES,
    IMMEDIATE,
    JOKER_HELD,
    JOKER_KING,
    JOKER_QUEEN,
    KING_HELD,
    LET_BUST,
    LOOT,
    OPEN,
    PASS,
    PENDING,
    PHASE,
    PILE,
    PLAY_KING,
    PLAY_QUEEN,
    QUEEN_HELD,
    REFILLS,
    SEAT,
    SHIELD,
    SHIELDED,
    SHIELDS,
    SHUFFLED,
    SIZE,
    SWAP,
    SWAP_TOTALS,
    SWAPPED,
    TOTALS,
    TRIGGER,
    TRIGGERED,
)
from rules_engine.bankout.kernel.resolving import answer_with_queen, draw, king_effect, lay_jack_down


@compiled
def step(s: Cells, action: int) -> int:
    """Carry out an action that is allowed. Returns the rank that a draw turned over, or 0."""
    s[SHUFFLED] = s[TRIGGERED] = 0
    card = 0
    if action == DRAW:
        card = draw(s)
    elif action == BANK:
        endings.secure(s, s[LOOT], BANKED)
    elif action == END:
        endings.end_turn(s, ENDED)
    else:
        _play(s, action)
    end_with_deck(s)
    return card


@compiled
def end_with_deck(s: Cells) -> None:
    """BO-10.6 `immediate`: once the last card is resolved the round ends."""
    if not s[SIZE] and s[PHASE] == OPEN and not s[REFILLS] and s[IMMEDIATE]:
        endings.end_turn(s, DECK_OUT)


@compiled
def _play(s: Cells, action: int) -> None:
    """An action that is neither a draw nor a plain end of the turn."""
    seat = s[SEAT]
    if action == PLAY_QUEEN:
        deck.from_hand(s, seat, QUEEN_HELD)
        answer_with_queen(s)
    elif action == PLAY_KING:
        deck.from_hand(s, seat, KING_HELD)
        king_effect(s, BY_KING)
    elif action >= DISCARD_QUEEN:
        deck.from_hand(s, seat, action - DISCARD_QUEEN + QUEEN_HELD)
        if s[HAND_SIZES + seat] <= s[HAND_LIMIT]:
            s[PHASE] = OPEN
    elif action == LET_BUST:
        if s[PHASE] == TRIGGER:
            lay_jack_down(s)
        endings.end_turn(s, BUST)
    elif action >= SWAP:
        _play_joker(s, action)
    else:
        _answer_swap(s, action)


@compiled
def _play_joker(s: Cells, action: int) -> None:
    """BO-5.16: the Joker that was just drawn where it cannot be held, otherwise one from hand."""
    if s[PHASE] == EFFECT:
        s[PENDING] = 0
        s[PHASE] = OPEN
        s[PILE + JOKER] += 1
    else:
        deck.from_hand(s, s[SEAT], JOKER_HELD)
    if action == SWAP and is_answerable(s):
        s[PHASE] = ANSWER
    elif action == SWAP:
        _answer_swap(s, PASS)
    elif action == JOKER_KING:
        king_effect(s, BY_JOKER_KING)
    elif action == JOKER_QUEEN:
        answer_with_queen(s)


@compiled
def _answer_swap(s: Cells, action: int) -> None:
    """BO-5.17, BO-5.24, BO-8.2, BO-10.10: a counter, a shield, or the swap."""
    other = 1 - s[SEAT]
    if action == COUNTER:
        deck.from_hand(s, other, JOKER_HELD)
        endings.end_turn(s, COUNTERED)
    elif action == SHIELD:
        s[SHIELDS + other] -= 1
        endings.end_turn(s, SHIELDED)
    elif action == PASS:
        s[BANKS], s[BANKS + 1] = s[BANKS + 1], s[BANKS]
        if s[BLITZ] and s[SWAP_TOTALS]:
            s[TOTALS], s[TOTALS + 1] = s[TOTALS + 1], s[TOTALS]
        endings.end_turn(s, SWAPPED)
