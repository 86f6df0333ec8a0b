"""How turns, rounds and matches end, and what begins after them: the twin of ``bankout.endings``."""

from __future__ import annotations

from rules_engine.bankout.cards import ACE, JACK
from rules_engine.bankout.kernel import deck
from rules_engine.bankout.kernel.compiling import Cells, compiled, hot
from rules_engine.bankout.kernel.layout import (
    BANKS,
    BLITZ,
    BONUS_IN_POT,
    BONUS_ON_TOTAL,
    BUST,
    BY_ROUNDS,
    BY_SUDDEN_DEATH,
    BY_TIME,
    BY_TOTAL,
    COMPLETE,
    CUE_ACES,
    CUE_JACKS,
    DECIDED_BY,
    DRAWN_MATCH,
    ENDED_BY,
    EXACT_BONUS,
    FIRST,
    GUIDE,
    HAND_SIZES,
    HANDS,
    HELD,
    HOLDS,
    JACKS,
    JOKERS_1,
    LATENT,
    LOOT,
    MOST_ROUNDS,
    OLD_ACES,
    OLD_JACKS,
    OPEN,
    PENDING,
    PHASE,
    PILE,
    POT,
    REFILLS,
    ROUND,
    ROUND_OVER,
    ROUND_WINNER,
    ROUNDS_ONLY,
    SEAT,
    SIZE,
    STATUS,
    SUDDEN_DEATH,
    SUDDEN_DUE,
    SUDDEN_REFILLS,
    TIME,
    TIME_CALLED,
    TOTALS,
    TURN_OVER,
    WINNER,
    WINS,
)
from rules_engine.bankout.ruleset import BONUS, TARGET

# The turn


@compiled
def secure(s: Cells, amount: int, by: int) -> None:
    """BO-4.3, BO-5.15, BO-8.3: an amount goes to the active player's Bank, and the turn ends."""
    seat = s[SEAT]
    s[BANKS + seat] += amount
    bonus = 0
    if s[EXACT_BONUS] and s[ROUND] != SUDDEN_DEATH:
        base = s[BANKS + seat]
        if s[BLITZ] and s[BONUS_ON_TOTAL]:
            base += s[TOTALS + seat]
        if base == TARGET:
            bonus = BONUS
            s[BANKS + seat] += bonus
    if s[BLITZ] and s[ROUND] != SUDDEN_DEATH:  # BO-6.5, BO-10.11
        s[POT] += amount + (bonus if s[BONUS_IN_POT] else 0)
    end_turn(s, by)


@compiled
def end_turn(s: Cells, by: int) -> None:
    """BO-4.5, BO-3.1: reset the turn, then see whether the round is over."""
    s[ENDED_BY] = by
    s[PHASE] = TURN_OVER
    s[LOOT] = s[JACKS] = s[LATENT] = 0
    _clear_table(s, by)
    numbered_blitz = s[BLITZ] and s[ROUND] != SUDDEN_DEATH
    if s[SIZE] and not s[TIME_CALLED] and (numbered_blitz or _below_target(s)):
        return
    _end_checks(s)


@compiled
def _clear_table(s: Cells, by: int) -> None:
    """BO-3.6: in `guide` the turn's Jacks and Aces are discarded; in `complete` they stay until a bust."""
    seat = s[SEAT]
    if s[GUIDE]:
        s[PILE + JACK] += s[CUE_JACKS]
        s[PILE + ACE] += s[CUE_ACES]
    elif by == BUST:
        s[PILE + JACK] += s[CUE_JACKS] + s[OLD_JACKS + seat]
        s[PILE + ACE] += s[CUE_ACES] + s[OLD_ACES + seat]
        s[OLD_JACKS + seat] = s[OLD_ACES + seat] = 0
    else:
        s[OLD_JACKS + seat] += s[CUE_JACKS]
        s[OLD_ACES + seat] += s[CUE_ACES]
    s[CUE_JACKS] = s[CUE_ACES] = 0


@hot
def begin_turn(s: Cells, seat: int) -> None:
    """BO-3.1: a turn starts with nothing on it."""
    s[SEAT] = seat
    s[PHASE] = OPEN
    s[ENDED_BY] = -1


# The round


@compiled
def _below_target(s: Cells) -> bool:
    return s[BANKS] < TARGET and s[BANKS + 1] < TARGET


@compiled
def leader(s: Cells, at: int) -> int:
    """The seat with more of what stands there, or -1."""
    if s[at] == s[at + 1]:
        return -1
    return 1 if s[at + 1] > s[at] else 0


@compiled
def _end_checks(s: Cells) -> None:
    """BO-6.3, BO-6.4, BO-7.3: whether the round ends with this turn; then the match, then the time call."""
    if s[BLITZ] and s[ROUND] != SUDDEN_DEATH:
        if not s[SIZE]:
            _end_round(s, leader(s, BANKS))
    elif not _below_target(s):
        winner = leader(s, BANKS)
        _end_round(s, s[SEAT] if winner < 0 else winner)
    elif not s[SIZE] and not s[REFILLS]:
        _end_round(s, leader(s, BANKS))
    if s[TIME_CALLED] and not decided(s):
        _decide_on_time(s)


@compiled
def _end_round(s: Cells, winner: int) -> None:
    s[PHASE] = ROUND_OVER
    s[ROUND_WINNER] = winner
    if s[ROUND] == SUDDEN_DEATH:
        if winner >= 0:
            _decide(s, winner, COMPLETE, BY_SUDDEN_DEATH)
    elif s[BLITZ]:
        if s[ROUND] == s[MOST_ROUNDS]:
            _after_last_blitz_round(s)
    else:
        s[WINS + winner] += 1
        if s[WINS + winner] == 2:  # BO-1.4
            _decide(s, winner, COMPLETE, BY_ROUNDS)


@compiled
def _after_last_blitz_round(s: Cells) -> None:
    """BO-6.6, BO-6.7: the higher total wins; a tie goes to Sudden Death."""
    ahead = lead(s, 0, True)
    if ahead == 0:
        s[SUDDEN_DUE] = 1
    else:
        _decide(s, 0 if ahead > 0 else 1, COMPLETE, BY_TOTAL)


# The match


@compiled
def lead(s: Cells, seat: int, blitz: bool) -> int:
    """How far a seat is ahead: by this round's Banks, in a numbered round of Blitz by all money."""
    ahead = s[BANKS + seat] - s[BANKS + 1 - seat]
    if blitz and s[ROUND] != SUDDEN_DEATH:
        ahead += s[TOTALS + seat] - s[TOTALS + 1 - seat]
    return ahead


@compiled
def decided(s: Cells) -> bool:
    """Whether the match has a winner; a draw on time may still be broken by Sudden Death."""
    return s[WINNER] == 0 or s[WINNER] == 1


@compiled
def _decide(s: Cells, winner: int, status: int, by: int) -> None:
    s[WINNER], s[STATUS], s[DECIDED_BY] = winner, status, by
    s[SUDDEN_DUE] = 1 if winner == DRAWN_MATCH else 0


@compiled
def call_time(s: Cells) -> None:
    """BO-9.2, BO-9.3: the running turn is finished; after it the match ends."""
    s[TIME_CALLED] = 1
    if s[PHASE] >= TURN_OVER and not decided(s):
        _decide_on_time(s)


@compiled
def _decide_on_time(s: Cells) -> None:
    winner = _leader_on_time(s)
    _decide(s, DRAWN_MATCH if winner < 0 else winner, TIME, BY_TIME)


@compiled
def ahead(s: Cells) -> int:
    """Who has won by play, or who would win if time had been called in the turn that has just ended; -1 for nobody."""
    return s[WINNER] if decided(s) else _leader_on_time(s)


@compiled
def _leader_on_time(s: Cells) -> int:
    """BO-9.2, BO-9.3, BO-10.9: who wins at the time cap; -1 for nobody."""
    if s[ROUND] == SUDDEN_DEATH:
        return leader(s, BANKS)
    if s[BLITZ]:
        ahead = lead(s, 0, True)
        return -1 if ahead == 0 else 0 if ahead > 0 else 1
    if s[WINS] != s[WINS + 1]:
        return leader(s, WINS)
    if s[ROUNDS_ONLY] or s[PHASE] == ROUND_OVER:
        return -1
    return leader(s, BANKS)


@compiled
def next_round(s: Cells) -> int:
    """The number of the round that may follow now, or 0 for none."""
    if s[SUDDEN_DUE]:
        return SUDDEN_DEATH
    if s[STATUS] or s[ROUND] == SUDDEN_DEATH or s[ROUND] >= s[MOST_ROUNDS]:
        return 0
    return s[ROUND] + 1


@compiled
def begin_round(s: Cells, number: int, first: int) -> None:
    """BO-1.7, BO-7.1: all cards come back, Banks are $0, the deck is rebuilt; the starter's turn begins."""
    for seat in range(2):
        if s[ROUND] > 0:
            s[TOTALS + seat] += s[BANKS + seat]
        s[BANKS + seat] = s[HANDS + seat] = s[HAND_SIZES + seat] = 0
        s[OLD_JACKS + seat] = s[OLD_ACES + seat] = 0
    for place in range(HELD, HELD + 6):
        s[place] = 0
    sudden = number == SUDDEN_DEATH
    s[ROUND], s[FIRST] = number, first
    s[CUE_JACKS] = s[CUE_ACES] = s[PENDING] = 0
    s[ROUND_WINNER] = -1
    s[HOLDS] = 1 if number >= 3 and s[JOKERS_1 + 2] > 0 else 0
    s[REFILLS] = s[SUDDEN_REFILLS] if sudden else 1 - s[BLITZ]
    s[TIME_CALLED] = 0
    deck.new_deck(s)
    begin_turn(s, first)
