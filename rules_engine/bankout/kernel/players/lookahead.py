"""The best act of a turn (BO-11.10) as far as ``optimal_turn`` looks: the twin of ``odds.plan`` with a bound on states.

Nothing calls itself here: a state is looked at, what it needs is put on the stack, and it is looked at again.
"""

from __future__ import annotations

from rules_engine.bankout.cards import ACE, JACK, JOKER, KING, QUEEN
from rules_engine.bankout.kernel import deck
from rules_engine.bankout.kernel.compiling import Cells, Worths, compiled
from rules_engine.bankout.kernel.layout import (
    AHEAD_BEST,
    AHEAD_DIES,
    AHEAD_FACES,
    AHEAD_FLOOR,
    AHEAD_HIDDEN,
    AHEAD_LOOT,
    AHEAD_NUMBERS,
    AHEAD_SUM,
    AHEAD_SWAP,
    AHEAD_VALUED,
    AHEAD_WAITING,
    BANK,
    BANKS,
    DRAW,
    HAND_SIZES,
    IMMEDIATE,
    JACKS,
    JOKER_KING,
    JOKER_QUEEN,
    JOKERS,
    KINGS,
    LATENT,
    LOOT,
    NO_SWAP,
    PLAY_KING,
    PLAY_QUEEN,
    QUEENS,
    REFILLS,
    SIZE,
    SWAP,
    WAITING,
)
from rules_engine.bankout.kernel.players.ahead_draws import after_queen, draw_worth, loot_of, size_of
from rules_engine.bankout.kernel.players.ahead_states import (
    FACE_BITS,
    JACKS_AT,
    JOKER_AT,
    KING_AT,
    LATENT_AT,
    MOST_STATES,
    NUMBERS_AT,
    QUEEN_AT,
    UNSEEN_ACE,
    UNSEEN_JACK,
    UNSEEN_JOKER,
    UNSEEN_KING,
    UNSEEN_QUEEN,
    begin_run,
    remember,
    slot_of,
    worth_of,
)
from rules_engine.bankout.kernel.players.odds import bust_cards, enough, stop, threshold
from rules_engine.bankout.twin_constants import FACES_LIMIT, HORIZONS

_HORIZONS, _FACES_LIMIT = HORIZONS, FACES_LIMIT


@compiled
def best_of_turn(s: Cells, memo: Worths, seat: int, states: int) -> int:
    """The best act of an open turn. Without any risk that is a draw."""
    if enough(s, seat):
        return stop(s, seat)
    if not bust_cards(s, seat) and not (s[IMMEDIATE] and deck.cards_left(s) == 1):
        return DRAW
    root = _situation(s, seat)
    size = size_of(s, root)
    for horizon in _HORIZONS:
        everything = s[AHEAD_FACES] or horizon >= size
        s[AHEAD_FLOOR] = 0 if everything else size - horizon
        if not _value(s, memo, root):
            return threshold(s, seat)
        if everything or s[AHEAD_VALUED] > states:
            return s[AHEAD_BEST]
    s[AHEAD_FLOOR] = 0
    return s[AHEAD_BEST] if _value(s, memo, root) else threshold(s, seat)


@compiled
def _situation(s: Cells, seat: int) -> int:
    """What the player knows: the state that the look ahead starts from. The opponent's hand counts as unseen."""
    other = 1 - seat
    hidden = s[HAND_SIZES + other] if s[SIZE] else 0
    queens, kings, jokers = deck.left(s, QUEEN), deck.left(s, KING), deck.left(s, JOKER)
    if s[SIZE]:
        queens, kings, jokers = queens + s[QUEENS + other], kings + s[KINGS + other], jokers + s[JOKERS + other]
    jacks, aces = deck.left(s, JACK), deck.left(s, ACE)
    piles = (jacks + 1) * (aces + 1) * (queens + 1) * (kings + 1) * (jokers + 1)
    faces = count = worth = 0
    for face in range(2, 11):
        copies = deck.left(s, face)
        piles *= copies + 1
        count += copies
        worth += face * copies
        faces += copies << FACE_BITS * (face - 2)
    s[AHEAD_FACES] = 1 if piles <= _FACES_LIMIT else 0
    s[AHEAD_HIDDEN], s[AHEAD_LOOT], s[AHEAD_NUMBERS], s[AHEAD_SUM] = hidden, s[LOOT], count, worth
    s[AHEAD_DIES] = 1 if s[IMMEDIATE] and not s[REFILLS] else 0
    theirs = s[BANKS + other]
    s[AHEAD_SWAP] = theirs - s[BANKS + seat] if theirs else NO_SWAP
    unseen = (jacks << UNSEEN_JACK) + (aces << UNSEEN_ACE) + (queens << UNSEEN_QUEEN)
    unseen += (kings << UNSEEN_KING) + (jokers << UNSEEN_JOKER)
    hand = (s[QUEENS + seat] << QUEEN_AT) + (s[KINGS + seat] << KING_AT) + (s[JOKERS + seat] << JOKER_AT)
    turn = (s[JACKS] << JACKS_AT) + (s[LATENT] << LATENT_AT)
    return ((faces if s[AHEAD_FACES] else count) << NUMBERS_AT) + unseen + hand + turn


@compiled
def _value(s: Cells, memo: Worths, root: int) -> bool:
    """Value a state and all that it needs; ``AHEAD_BEST`` is then its best act. False if there are too many."""
    begin_run(s, memo)
    s[WAITING] = root
    s[AHEAD_WAITING] = 1
    while s[AHEAD_WAITING]:
        waiting = s[AHEAD_WAITING]
        state = s[WAITING + waiting - 1]
        if memo[slot_of(memo, state)] == memo[0]:
            s[AHEAD_WAITING] = waiting - 1
            continue
        worth = _best(s, memo, state)
        if s[AHEAD_WAITING] == waiting:
            remember(s, memo, state, worth)
            s[AHEAD_WAITING] = waiting - 1
        if s[AHEAD_VALUED] >= MOST_STATES:
            return False
    return True


@compiled
def _best(s: Cells, memo: Worths, state: int) -> float:
    """The worth of the best act, the first among equal ones, as far as what it needs is known."""
    loot = loot_of(s, state)
    best, act = loot, BANK
    if size_of(s, state) > s[AHEAD_FLOOR]:
        worth = draw_worth(s, memo, state)
        best, act = (worth, DRAW) if worth > best else (best, act)
    queens, kings, jokers = (state >> QUEEN_AT) & 3, (state >> KING_AT) & 3, (state >> JOKER_AT) & 3
    if (state >> JACKS_AT) & 3 or (state >> LATENT_AT) & 7:
        if queens:
            worth = worth_of(s, memo, after_queen(state, QUEEN_AT))
            best, act = (worth, PLAY_QUEEN) if worth > best else (best, act)
        if jokers:
            worth = worth_of(s, memo, after_queen(state, JOKER_AT))
            best, act = (worth, JOKER_QUEEN) if worth > best else (best, act)
    if kings:
        best, act = (2 * loot, PLAY_KING) if 2 * loot > best else (best, act)
    if jokers:
        best, act = (2 * loot, JOKER_KING) if 2 * loot > best else (best, act)
        if s[AHEAD_SWAP] != NO_SWAP:
            worth = float(s[AHEAD_SWAP])
            best, act = (worth, SWAP) if worth > best else (best, act)
    s[AHEAD_BEST] = act
    return best
