"""What is allowed where all cards are known, as a dealer knows them: the twin of ``bankout.checking``."""

from __future__ import annotations

from rules_engine.bankout.kernel import deck
from rules_engine.bankout.kernel.compiling import Cells, compiled
from rules_engine.bankout.kernel.layout import (
    ANSWER,
    BANK,
    BANKS,
    COUNTER,
    DISCARD_JOKER,
    DISCARD_QUEEN,
    DRAW,
    EFFECT,
    END,
    HANDS,
    HELD,
    HOLDS,
    JOKER_HELD,
    JOKER_KING,
    JOKER_QUEEN,
    JOKERS,
    KING_WINDOW,
    KINGS,
    LEGAL,
    LET_BUST,
    NO_COUNTER,
    OPEN,
    OVER_HAND,
    PASS,
    PHASE,
    PLAY_KING,
    PLAY_QUEEN,
    QUEEN_HELD,
    QUEENS,
    SEAT,
    SHIELD,
    SHIELD_ROUND_TWO,
    SHIELDS,
    SWAP,
    THIRD_JACK,
    WILD_QUEEN,
)


@compiled
def allowed(s: Cells, action: int) -> bool:
    """Whether the rules have nothing against an action now."""
    phase = s[PHASE]
    if phase == OPEN:
        return _in_open_turn(s, action)
    if phase == OVER_HAND:
        return action >= DISCARD_QUEEN and s[HELD + 2 * (action - DISCARD_QUEEN) + s[SEAT]] > 0
    if phase == EFFECT:
        return JOKER_KING <= action <= JOKER_QUEEN or (action == SWAP and s[BANKS + 1 - s[SEAT]] > 0)
    if phase == ANSWER:
        return _as_answer(s, action)
    return _against_jack(s, action)


@compiled
def _in_open_turn(s: Cells, action: int) -> bool:
    """BO-4.1 to BO-4.4."""
    seat = s[SEAT]
    if action == DRAW:
        return deck.can_draw(s)
    if BANK <= action <= END:
        return True
    if action == PLAY_QUEEN:
        return s[QUEENS + seat] > 0
    if action == PLAY_KING:
        return s[KINGS + seat] > 0
    if action < SWAP or action > JOKER_QUEEN:
        return False
    return s[HOLDS] > 0 and s[JOKERS + seat] > 0 and (action != SWAP or s[BANKS + 1 - seat] > 0)


@compiled
def _against_jack(s: Cells, action: int) -> bool:
    """BO-5.3, BO-5.6, BO-10.4, BO-10.17: a Queen effect, or a King effect, or the bust."""
    seat = s[SEAT]
    if action == LET_BUST:
        return True
    if action == PLAY_QUEEN:
        return s[PHASE] == THIRD_JACK and s[QUEENS + seat] > 0
    if action == JOKER_QUEEN:
        return s[WILD_QUEEN] > 0 and s[JOKERS + seat] > 0
    if action == PLAY_KING:
        return s[KING_WINDOW] > 0 and s[KINGS + seat] > 0
    return action == JOKER_KING and s[KING_WINDOW] > 0 and s[JOKERS + seat] > 0


@compiled
def _as_answer(s: Cells, action: int) -> bool:
    """BO-5.24, BO-5.21, BO-8.2: a counter, a shield, or neither."""
    other = 1 - s[SEAT]
    if action == PASS:
        return True
    if action == COUNTER:
        return s[HOLDS] > 0 and not s[NO_COUNTER] and s[JOKERS + other] > 0
    return action == SHIELD and s[SHIELDS + other] > 0 and (s[HOLDS] > 0 or s[SHIELD_ROUND_TWO] > 0)


@compiled
def is_answerable(s: Cells) -> bool:
    """Whether the opponent has a legal answer to a swap."""
    return _as_answer(s, COUNTER) or _as_answer(s, SHIELD)


@compiled
def list_allowed(s: Cells) -> int:
    """Write all that is allowed to ``LEGAL``, in the order of ``checking.legal``. Returns how many there are."""
    count = _list_held(s, _list_span(s, 0, DRAW, SHIELD), PLAY_QUEEN)
    count = _list_span(s, count, SWAP, JOKER_QUEEN)
    return _list_held(s, count, DISCARD_QUEEN)


@compiled
def _list_span(s: Cells, count: int, first: int, last: int) -> int:
    for action in range(first, last + 1):
        if allowed(s, action):
            s[LEGAL + count] = action
            count += 1
    return count


@compiled
def _list_held(s: Cells, count: int, first: int) -> int:
    """Plays or discards, in the order of the active player's hand, each card once."""
    hand, begun = s[HANDS + s[SEAT]], count
    while hand:
        held = hand & 3
        action = first + held - QUEEN_HELD
        known = first == PLAY_QUEEN and held == JOKER_HELD
        for place in range(begun, count):
            known = known or s[LEGAL + place] == action
        if not known and action <= DISCARD_JOKER and allowed(s, action):
            s[LEGAL + count] = action
            count += 1
        hand >>= 2
    return count
