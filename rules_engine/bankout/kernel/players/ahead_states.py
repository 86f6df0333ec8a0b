"""States of a turn as one number each, and the table of what they are worth, for ``lookahead``.

The table has three cells a state: the run it belongs to, the state, the worth. Its first cell counts the runs, so that
it need not be emptied. States whose worth is wanted wait in a stack.
"""

from __future__ import annotations

from rules_engine.bankout.kernel.compiling import Cells, Worths, compiled
from rules_engine.bankout.kernel.layout import AHEAD_VALUED, AHEAD_WAITING, WAITING

# Where the parts of a state begin, in bits: latent Aces and Jacks of the turn; Queens, Kings and Jokers in hand; unseen
# Jacks, Aces, Queens, Kings, Jokers; then the count of the numbers, or three bits for each face.
LATENT_AT, JACKS_AT = 0, 3
QUEEN_AT, KING_AT, JOKER_AT = 5, 7, 9
UNSEEN_JACK, UNSEEN_ACE, UNSEEN_QUEEN, UNSEEN_KING, UNSEEN_JOKER = 11, 14, 17, 20, 23
NUMBERS_AT = 25
FACE_BITS = 3

SLOTS = 1 << 18
MOST_STATES = 3 * SLOTS // 4
MEMO_CELLS = 3 * SLOTS + 1


@compiled
def begin_run(s: Cells, memo: Worths) -> None:
    """Forget every worth."""
    memo[0] += 1.0
    s[AHEAD_VALUED] = s[AHEAD_WAITING] = 0


@compiled
def slot_of(memo: Worths, state: int) -> int:
    """Where in the table a state stands, or would stand."""
    slot = (state ^ (state >> 17) ^ (state >> 34)) * 40503 & (SLOTS - 1)
    while memo[3 * slot + 1] == memo[0] and memo[3 * slot + 2] != state:
        slot = (slot + 1) & (SLOTS - 1)
    return 3 * slot + 1


@compiled
def remember(s: Cells, memo: Worths, state: int, worth: float) -> None:
    """Note what a state is worth."""
    at = slot_of(memo, state)
    memo[at], memo[at + 1], memo[at + 2] = memo[0], float(state), worth
    s[AHEAD_VALUED] += 1


@compiled
def worth_of(s: Cells, memo: Worths, state: int) -> float:
    """What a state is worth; 0 if that is not known yet, and then it waits for being valued."""
    at = slot_of(memo, state)
    if memo[at] == memo[0]:
        return memo[at + 2]
    s[WAITING + s[AHEAD_WAITING]] = state
    s[AHEAD_WAITING] += 1
    return 0.0
