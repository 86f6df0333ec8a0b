"""What a drawn card does: the twin of ``bankout.resolving``."""

from __future__ import annotations

from rules_engine.bankout.cards import ACE, JACK, JOKER, KING, QUEEN
from rules_engine.bankout.kernel import deck, endings
from rules_engine.bankout.kernel.compiling import Cells, compiled, hot
from rules_engine.bankout.kernel.layout import (
    ANY_JACK,
    BUST,
    COUNTED_FIRST,
    CUE_ACES,
    CUE_JACKS,
    EFFECT,
    GUIDE,
    HAND_LIMIT,
    HAND_SIZES,
    HOLDS,
    JACKS,
    JOKER_HELD,
    JOKERS,
    KING_HELD,
    KING_WINDOW,
    KINGS,
    LATENT,
    LOOT,
    OLD_ACES,
    OLD_JACKS,
    OPEN,
    OVER_HAND,
    PENDING,
    PHASE,
    PILE,
    QUEEN_HELD,
    QUEENS,
    ROUND,
    SEAT,
    SHUFFLED,
    SIZE,
    SUDDEN_DEATH,
    THIRD_JACK,
    THIRD_JACK_WINDOW,
    TRIGGER,
    TRIGGERED,
    WILD_QUEEN,
)

# Draws


@compiled
def draw(s: Cells) -> int:
    """BO-4.1: the next card, after a reshuffle if the deck is empty."""
    if not s[SIZE]:
        deck.reshuffle(s)
        s[SHUFFLED] = 1
    card = deck.take(s)
    if card <= 10:  # BO-5.1
        s[LOOT] += card
        s[PILE + card] += 1
    else:
        reveal(s, card)
    return card


@hot
def reveal(s: Cells, card: int) -> None:
    """The effect of a card that is not a number."""
    if card == JACK:
        _jack(s)
    elif card == ACE:
        _ace(s)
    elif card == QUEEN:
        _to_hand(s, QUEEN_HELD)
    elif card == KING:
        _to_hand(s, KING_HELD)
    elif s[HOLDS]:  # BO-5.22
        _to_hand(s, JOKER_HELD)
    else:  # BO-5.20
        s[PENDING], s[PHASE] = JOKER, EFFECT


@compiled
def _to_hand(s: Cells, held: int) -> None:
    """BO-5.11, BO-5.14, BO-3.3: a card goes to hand; above the limit a discard comes first."""
    deck.to_hand(s, s[SEAT], held)
    if s[HAND_SIZES + s[SEAT]] > s[HAND_LIMIT]:
        s[PHASE] = OVER_HAND


@compiled
def triggers(s: Cells) -> bool:
    """BO-5.2, BO-10.1: whether a Jack revealed now triggers Latent."""
    return s[LATENT] > 0 and (s[JACKS] == 0 or s[ANY_JACK] > 0)


@compiled
def _jack(s: Cells) -> None:
    """The latent trigger, or else the count."""
    if triggers(s):
        _latent_trigger(s)
        return
    s[JACKS] += 1  # BO-5.4
    s[CUE_JACKS] += 1
    if s[JACKS] < 3:
        return
    if s[THIRD_JACK_WINDOW] and s[ROUND] != SUDDEN_DEATH and (s[QUEENS + s[SEAT]] or _other_answer(s)):
        s[PHASE] = THIRD_JACK  # BO-5.6
    else:
        endings.end_turn(s, BUST)


@compiled
def _other_answer(s: Cells) -> bool:
    """BO-10.4, BO-10.17: whether a Joker as Queen, or a King effect, may answer a Jack."""
    seat = s[SEAT]
    if s[WILD_QUEEN] and s[JOKERS + seat]:
        return True
    return s[KING_WINDOW] > 0 and (s[KINGS + seat] > 0 or s[JOKERS + seat] > 0)


@compiled
def _latent_trigger(s: Cells) -> None:
    """BO-5.2, BO-5.3: a Queen by itself, else the window for a Joker or a King, else the bust."""
    s[PENDING] = JACK
    if s[QUEENS + s[SEAT]]:
        deck.from_hand(s, s[SEAT], QUEEN_HELD)
        s[TRIGGERED] = 1
        _answer_trigger(s)
    elif _other_answer(s):
        s[PHASE] = TRIGGER
    else:
        lay_jack_down(s)
        endings.end_turn(s, BUST)


@compiled
def _answer_trigger(s: Cells) -> None:
    """BO-10.2: the Queen effect comes after the Jack's count, or before it."""
    s[PENDING] = 0
    s[PHASE] = OPEN
    if not s[COUNTED_FIRST]:
        _queen_effect(s)
    s[JACKS] += 1
    s[CUE_JACKS] += 1
    if s[COUNTED_FIRST]:
        _queen_effect(s)


@compiled
def lay_jack_down(s: Cells) -> None:
    """The Jack of a latent trigger, if one waits, goes to the table without its effect."""
    if s[PENDING] == JACK:
        s[CUE_JACKS] += 1
        s[PENDING] = 0


@compiled
def _ace(s: Cells) -> None:
    """BO-5.7 to BO-5.9: on Alert a bust; off Alert latent, and in `guide` the third latent one a bust."""
    s[CUE_ACES] += 1
    if s[JACKS]:
        endings.end_turn(s, BUST)
        return
    s[LATENT] += 1
    if s[LATENT] >= 3 and s[GUIDE]:
        endings.end_turn(s, BUST)


# Queens and Kings


@compiled
def _queen_effect(s: Cells) -> None:
    """BO-5.12, BO-5.13: one Jack and one latent Ace less, on the table too, this turn's first (BO-3.6)."""
    seat = s[SEAT]
    if s[JACKS]:
        s[JACKS] -= 1
    if s[LATENT]:
        s[LATENT] -= 1
    if s[CUE_JACKS]:
        s[CUE_JACKS] -= 1
        s[PILE + JACK] += 1
    elif s[OLD_JACKS + seat]:
        s[OLD_JACKS + seat] -= 1
        s[PILE + JACK] += 1
    if s[CUE_ACES]:
        s[CUE_ACES] -= 1
        s[PILE + ACE] += 1
    elif s[OLD_ACES + seat]:
        s[OLD_ACES + seat] -= 1
        s[PILE + ACE] += 1


@compiled
def answer_with_queen(s: Cells) -> None:
    """A Queen effect from hand: it answers a trigger or a third Jack, or is played at will."""
    if s[PHASE] == TRIGGER:
        _answer_trigger(s)
    else:
        _queen_effect(s)
        s[PHASE] = OPEN


@compiled
def king_effect(s: Cells, by: int) -> None:
    """BO-5.15, BO-10.17: twice the Loot to the Bank, also against a Jack."""
    lay_jack_down(s)
    endings.secure(s, 2 * s[LOOT], by)
