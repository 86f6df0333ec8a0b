"""What a drawn card does, and what is played from hand: the twin of ``bankout.resolving`` and ``bankout.playing``."""

from __future__ import annotations

from rules_engine.bankout.cards import ACE, JACK, JOKER, KING, QUEEN
from rules_engine.bankout.kernel import deck, endings
from rules_engine.bankout.kernel.allowed import is_answerable
from rules_engine.bankout.kernel.compiling import Cells, compiled, hot
from rules_engine.bankout.kernel.layout import (
    ANSWER,
    ANY_JACK,
    BANK,
    BANKED,
    BANKS,
    BLITZ,
    BUST,
    BY_JOKER_KING,
    BY_KING,
    COUNTED_FIRST,
    COUNTER,
    COUNTERED,
    CUE_ACES,
    CUE_JACKS,
    DECK_OUT,
    DISCARD_QUEEN,
    DRAW,
    EFFECT,
    END,
    ENDED,
    GUIDE,
    HAND_LIMIT,
    HAND_SIZES,
    HOLDS,
    IMMEDIATE,
    JACKS,
    JOKER_HELD,
    JOKER_KING,
    JOKER_QUEEN,
    JOKERS,
    KING_HELD,
    KING_WINDOW,
    KINGS,
    LATENT,
    LET_BUST,
    LOOT,
    OLD_ACES,
    OLD_JACKS,
    OPEN,
    OVER_HAND,
    PASS,
    PENDING,
    PHASE,
    PILE,
    PLAY_KING,
    PLAY_QUEEN,
    QUEEN_HELD,
    QUEENS,
    REFILLS,
    ROUND,
    SEAT,
    SHIELD,
    SHIELDED,
    SHIELDS,
    SHUFFLED,
    SIZE,
    SUDDEN_DEATH,
    SWAP,
    SWAP_TOTALS,
    SWAPPED,
    THIRD_JACK,
    THIRD_JACK_WINDOW,
    TOTALS,
    TRIGGER,
    TRIGGERED,
    WILD_QUEEN,
)


@compiled
def step(s: Cells, action: int) -> int:
    """Carry out an action that is allowed. Returns the rank that a draw turned over, or 0."""
    s[SHUFFLED] = s[TRIGGERED] = 0
    card = 0
    if action == DRAW:
        card = _draw(s)
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
        _answer_with_queen(s)
    elif action == PLAY_KING:
        deck.from_hand(s, seat, KING_HELD)
        _king_effect(s, BY_KING)
    elif action >= DISCARD_QUEEN:
        deck.from_hand(s, seat, action - DISCARD_QUEEN + QUEEN_HELD)
        if s[HAND_SIZES + seat] <= s[HAND_LIMIT]:
            s[PHASE] = OPEN
    elif action == LET_BUST:
        if s[PHASE] == TRIGGER:
            _lay_jack_down(s)
        endings.end_turn(s, BUST)
    elif action >= SWAP:
        _play_joker(s, action)
    else:
        _answer_swap(s, action)


# Draws


@compiled
def _draw(s: Cells) -> int:
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
        _lay_jack_down(s)
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
def _lay_jack_down(s: Cells) -> None:
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
def _answer_with_queen(s: Cells) -> None:
    """A Queen effect from hand: it answers a trigger or a third Jack, or is played at will."""
    if s[PHASE] == TRIGGER:
        _answer_trigger(s)
    else:
        _queen_effect(s)
        s[PHASE] = OPEN


@compiled
def _king_effect(s: Cells, by: int) -> None:
    """BO-5.15, BO-10.17: twice the Loot to the Bank, also against a Jack."""
    _lay_jack_down(s)
    endings.secure(s, 2 * s[LOOT], by)


# Jokers


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
        _king_effect(s, BY_JOKER_KING)
    elif action == JOKER_QUEEN:
        _answer_with_queen(s)


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
