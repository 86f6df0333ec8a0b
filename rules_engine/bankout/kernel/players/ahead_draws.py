"""What a draw is worth in a state of the turn, card by card: the twin of ``odds.turn_value``, in the same order."""

from __future__ import annotations

from rules_engine.bankout.kernel.compiling import Cells, Worths, compiled
from rules_engine.bankout.kernel.layout import (
    AHEAD_DIES,
    AHEAD_FACES,
    AHEAD_HIDDEN,
    AHEAD_LOOT,
    AHEAD_NUMBERS,
    AHEAD_SUM,
    AHEAD_SWAP,
    ANY_JACK,
    COUNTED_FIRST,
    GUIDE,
    HAND_LIMIT,
    HOLDS,
    KING_WINDOW,
    NO_SWAP,
    ROUND,
    SUDDEN_DEATH,
    THIRD_JACK_WINDOW,
    WILD_QUEEN,
)
from rules_engine.bankout.kernel.players.ahead_states import (
    FACE_BITS,
    JACKS_AT,
    JOKER_AT,
    KING_AT,
    LATENT_AT,
    NUMBERS_AT,
    QUEEN_AT,
    UNSEEN_ACE,
    UNSEEN_JACK,
    UNSEEN_JOKER,
    UNSEEN_KING,
    UNSEEN_QUEEN,
    worth_of,
)


@compiled
def numbers_left(s: Cells, state: int) -> int:
    """Number cards in the pile."""
    numbers = state >> NUMBERS_AT
    if not s[AHEAD_FACES]:
        return numbers
    count = 0
    while numbers:
        count += numbers & 7
        numbers >>= FACE_BITS
    return count


@compiled
def size_of(s: Cells, state: int) -> int:
    """Cards in the pile."""
    others = ((state >> UNSEEN_JACK) & 7) + ((state >> UNSEEN_ACE) & 7) + ((state >> UNSEEN_QUEEN) & 7)
    others += ((state >> UNSEEN_KING) & 7) + ((state >> UNSEEN_JOKER) & 3)
    return numbers_left(s, state) + others - s[AHEAD_HIDDEN]


@compiled
def loot_of(s: Cells, state: int) -> float:
    """The Loot: what is left of the numbers is not in it. By kinds of cards each number counts as their mean."""
    numbers = state >> NUMBERS_AT
    if not s[AHEAD_FACES]:
        count = s[AHEAD_NUMBERS]
        return (s[AHEAD_LOOT] * max(count, 1) + s[AHEAD_SUM] * (count - numbers)) / max(count, 1)
    loot, face = s[AHEAD_LOOT] + s[AHEAD_SUM], 2
    while numbers:
        loot -= face * (numbers & 7)
        numbers >>= FACE_BITS
        face += 1
    return float(loot)


@compiled
def after_queen(state: int, card_at: int) -> int:
    """The state after a Queen effect by a card from hand (-1: by none): one Jack and one latent Ace less (BO-5.12)."""
    if card_at >= 0:
        state -= 1 << card_at
    if (state >> JACKS_AT) & 3:
        state -= 1 << JACKS_AT
    if (state >> LATENT_AT) & 7:
        state -= 1 << LATENT_AT
    return state


@compiled
def draw_worth(s: Cells, memo: Worths, state: int) -> float:
    """The expected worth of the next draw."""
    total = _number_worth(s, memo, state)
    jacks = (state >> UNSEEN_JACK) & 7
    if jacks:
        total += jacks * _jack_worth(s, memo, state - (1 << UNSEEN_JACK))
    aces, latent = (state >> UNSEEN_ACE) & 7, (state >> LATENT_AT) & 7
    if aces and not (state >> JACKS_AT) & 3 and (latent < 2 or not s[GUIDE]):  # BO-5.7, BO-5.9: else a bust
        total += aces * _resolved(s, memo, state - (1 << UNSEEN_ACE) + (1 << LATENT_AT))
    unseen = ((state >> UNSEEN_QUEEN) & 7) + ((state >> UNSEEN_KING) & 7) + ((state >> UNSEEN_JOKER) & 3)
    if unseen > s[AHEAD_HIDDEN]:
        total += (unseen - s[AHEAD_HIDDEN]) * _special_worth(s, memo, state, unseen)
    return total * (1 / size_of(s, state))


@compiled
def _number_worth(s: Cells, memo: Worths, state: int) -> float:
    numbers, total = state >> NUMBERS_AT, 0.0
    if not s[AHEAD_FACES]:
        return numbers * _resolved(s, memo, state - (1 << NUMBERS_AT)) if numbers else 0.0
    at = NUMBERS_AT
    while numbers:
        if numbers & 7:
            total += (numbers & 7) * _resolved(s, memo, state - (1 << at))
        numbers >>= FACE_BITS
        at += FACE_BITS
    return total


@compiled
def _resolved(s: Cells, memo: Worths, state: int) -> float:
    """The worth once the card drawn is resolved; with BO-10.6 `immediate` the last one ends the turn."""
    if s[AHEAD_DIES] and not size_of(s, state):
        return 0.0
    return worth_of(s, memo, state)


@compiled
def _jack_worth(s: Cells, memo: Worths, state: int) -> float:
    """BO-5.2 to BO-5.6, the Jack already off the pile."""
    jacks, latent = (state >> JACKS_AT) & 3, (state >> LATENT_AT) & 7
    if latent and (s[ANY_JACK] or not jacks):
        return _trigger_worth(s, memo, state)
    if jacks < 2:
        return _resolved(s, memo, state + (1 << JACKS_AT))
    if not s[THIRD_JACK_WINDOW] or s[ROUND] == SUDDEN_DEATH:
        return 0.0
    counted, best = state + (1 << JACKS_AT), 0.0
    if (state >> QUEEN_AT) & 3:
        best = max(best, _resolved(s, memo, after_queen(counted, QUEEN_AT)))
    if s[WILD_QUEEN] and (state >> JOKER_AT) & 3:
        best = max(best, _resolved(s, memo, after_queen(counted, JOKER_AT)))
    return max(best, _king_answer(s, state))


@compiled
def _king_answer(s: Cells, state: int) -> float:
    """BO-10.17: what a King effect against a Jack is worth; 0 if there is none."""
    if not s[KING_WINDOW] or not ((state >> KING_AT) & 3) + ((state >> JOKER_AT) & 3):
        return 0.0
    return 2 * loot_of(s, state)


@compiled
def _trigger_worth(s: Cells, memo: Worths, state: int) -> float:
    """BO-5.2, BO-5.3: the automatic Queen, else the best of a Joker as Queen, a King effect and the bust."""
    if (state >> QUEEN_AT) & 3:
        return _resolved(s, memo, _with_queen(s, state, QUEEN_AT))
    best = 0.0
    if s[WILD_QUEEN] and (state >> JOKER_AT) & 3:
        best = max(best, _resolved(s, memo, _with_queen(s, state, JOKER_AT)))
    return max(best, _king_answer(s, state))


@compiled
def _with_queen(s: Cells, state: int, card_at: int) -> int:
    """The state after a Queen effect that answers a latent trigger, in the order of BO-10.2."""
    if s[COUNTED_FIRST]:
        return after_queen(state + (1 << JACKS_AT), card_at)
    return after_queen(state, card_at) + (1 << JACKS_AT)


@compiled
def _special_worth(s: Cells, memo: Worths, state: int, unseen: int) -> float:
    """A Queen, King or Joker, by the share of each among the unseen ones."""
    queens, kings, jokers = (state >> UNSEEN_QUEEN) & 7, (state >> UNSEEN_KING) & 7, (state >> UNSEEN_JOKER) & 3
    total = 0.0
    if queens:
        total += queens * _to_hand(s, memo, state - (1 << UNSEEN_QUEEN) + (1 << QUEEN_AT))
    if kings:
        total += kings * _to_hand(s, memo, state - (1 << UNSEEN_KING) + (1 << KING_AT))
    if jokers and s[HOLDS]:
        total += jokers * _to_hand(s, memo, state - (1 << UNSEEN_JOKER) + (1 << JOKER_AT))
    elif jokers:
        total += jokers * _joker_worth(s, memo, state - (1 << UNSEEN_JOKER))
    return total * (1 / unseen)


@compiled
def _to_hand(s: Cells, memo: Worths, state: int) -> float:
    """The worth once a card is in the hand; above the limit the best discard is made (BO-3.3)."""
    queens, kings, jokers = (state >> QUEEN_AT) & 3, (state >> KING_AT) & 3, (state >> JOKER_AT) & 3
    if queens + kings + jokers <= s[HAND_LIMIT]:
        return _resolved(s, memo, state)
    best = 0.0
    if queens:
        best = _resolved(s, memo, state - (1 << QUEEN_AT))
    if kings:
        best = max(best, _resolved(s, memo, state - (1 << KING_AT)))
    if jokers:
        best = max(best, _resolved(s, memo, state - (1 << JOKER_AT)))
    return best


@compiled
def _joker_worth(s: Cells, memo: Worths, state: int) -> float:
    """A Joker that takes effect at once, with the best effect chosen (BO-5.20)."""
    best = max(2 * loot_of(s, state), _resolved(s, memo, after_queen(state, -1)))
    return best if s[AHEAD_SWAP] == NO_SWAP else max(best, float(s[AHEAD_SWAP]))
