"""Draws numbers one after another for a player who need not be asked: most of what a match consists of.

As long as only numbers come, neither the cards that could bust the player nor the hand change. What changes is the
Loot and what the numbers left are worth, and these alone decide. A test compares with players who are always asked.
"""

from __future__ import annotations

from rules_engine.bankout.kernel import playing, resolving, tape
from rules_engine.bankout.kernel.chance import bits
from rules_engine.bankout.kernel.compiling import Cells, hot
from rules_engine.bankout.kernel.layout import (
    ACTIONS,
    BANKS,
    BLITZ,
    BY_THRESHOLD,
    CALM_LIMIT,
    CALM_RISK,
    CAP_SECONDS,
    COUNTS,
    DECK,
    DRAW,
    DRAW_SECONDS,
    JACKS,
    JOKERS,
    KEYS,
    KINGS,
    LATENT,
    LOOT,
    MOST_ACTIONS,
    NUMBERS_DRAWN,
    OPEN,
    PHASE,
    PILE,
    PLAYER,
    QUEEN_LIMIT,
    QUEENS,
    ROUND,
    SEAT,
    SECONDS,
    SHUFFLED,
    SIZE,
    SUDDEN_DEATH,
    TAPE_AT,
    TRIGGERED,
    UNTROUBLED,
    WORTH,
)
from rules_engine.bankout.kernel.players.odds import bust_cards
from rules_engine.bankout.ruleset import TARGET


@hot
def draw_calmly(s: Cells) -> bool:
    """Draw until something other than a number comes, or the player has to be asked. False if that is so at once."""
    seat, player = s[SEAT], s[PLAYER + s[SEAT]]
    if s[PHASE] != OPEN or not s[SIZE] or s[JOKERS + seat]:
        return False
    bust = 0
    if s[JACKS] or s[LATENT]:
        bust = bust_cards(s, seat)
        if s[player + CALM_RISK] == UNTROUBLED or (bust and s[player + CALM_RISK] != BY_THRESHOLD):
            return False
    limit = _limit(s, seat)
    if s[LOOT] >= limit or (bust and s[WORTH] <= bust * s[LOOT]):
        return False
    s[SHUFFLED] = s[TRIGGERED] = 0
    card = _draw_numbers(s, limit, bust)
    if card > 10:
        resolving.reveal(s, card)
        if s[TAPE_AT]:
            tape.note_act(s, OPEN, s[LOOT], DRAW, card)
    playing.end_with_deck(s)
    return True


@hot
def _limit(s: Cells, seat: int) -> int:
    """Up to which Loot the player does not think about stopping."""
    limit = s[s[PLAYER + seat] + CALM_LIMIT]
    if s[JACKS] and s[QUEENS + seat]:
        limit = min(limit, s[s[PLAYER + seat] + QUEEN_LIMIT])
    if s[BLITZ] and s[ROUND] != SUDDEN_DEATH:
        return limit
    short = TARGET - s[BANKS + seat]
    return min(limit, (short + 1) >> 1 if s[KINGS + seat] else short)


@hot
def _draw_numbers(s: Cells, limit: int, bust: int) -> int:
    """Draw, at least once; the last card. Stops after any but a number, at a limit, and when the time may be up."""
    loot, worth, size, key, number = s[LOOT], s[WORTH], s[SIZE], s[KEYS], s[NUMBERS_DRAWN]
    seconds, actions, cap, most = s[SECONDS], s[ACTIONS], s[CAP_SECONDS], s[MOST_ACTIONS]
    pace, card = s[DRAW_SECONDS], 0
    while True:
        place = DECK + ((bits(key, number) * size) >> 32)
        number += 1
        actions += 1
        seconds += pace
        size -= 1
        card = s[place]
        s[place] = s[DECK + size]
        s[COUNTS + card] -= 1
        if card > 10:
            break
        loot += card
        worth -= card
        s[PILE + card] += 1
        if s[TAPE_AT]:
            tape.note(s, DRAW, card)
        if size == 0 or loot >= limit or (bust and worth <= bust * loot) or seconds >= cap or actions > most:
            break
    s[LOOT], s[WORTH], s[SIZE], s[NUMBERS_DRAWN] = loot, worth, size, number
    s[ACTIONS], s[SECONDS] = actions, seconds
    return card
