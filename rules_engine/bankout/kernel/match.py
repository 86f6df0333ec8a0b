"""Plays matches: the twin of ``simulate.match``."""

from __future__ import annotations

from rules_engine.bankout.counting import DECK
from rules_engine.bankout.kernel import endings, tape
from rules_engine.bankout.kernel.chance import below, key_of
from rules_engine.bankout.kernel.compiling import Cells, Worths, compiled, door, hot
from rules_engine.bankout.kernel.layout import (
    ACTIONS,
    BANKS,
    DECIDED_BY,
    ENDED_BY,
    ENDINGS,
    FIRST,
    KEYS,
    MATCH_CELLS,
    MOST_ACTIONS,
    NEEDS_WINNER,
    PHASE,
    POT,
    ROLLS,
    ROUND,
    ROUND_OVER,
    ROUND_WINNER,
    ROUNDS,
    ROW_ACTIONS,
    ROW_CELLS,
    ROW_DECIDED_BY,
    ROW_ENDINGS,
    ROW_POT,
    ROW_ROUNDS,
    ROW_SECONDS,
    ROW_STATUS,
    ROW_TOTALS,
    ROW_TURNS,
    ROW_WINNER,
    ROW_WINS,
    SEAT,
    SECONDS,
    SEEDING_EDGE,
    SHIELD_TOKEN,
    SHIELDS,
    SHUFFLE_SECONDS,
    STATUS,
    SUDDEN_DEATH,
    TAPE_AT,
    TAPED,
    TIME,
    TIME_CALLED,
    TOTALS,
    TRACED,
    TURNS,
    WINNER,
    WINS,
)
from rules_engine.bankout.kernel.players.revising import turn_by_rollouts
from rules_engine.bankout.kernel.turns import play_turn

PAST_THE_END = 1_000
"""Actions that a match may still take once it has taken the most."""


@door
def play_matches(s: Cells, memo: Worths, seed: int, first: int, count: int, rows: Cells) -> None:
    """Play so many matches of a run, from a number on, and write a row of results for each."""
    for place in range(count):
        begin_match(s, seed, first + place)
        if s[ROLLS]:
            _play_out_by_rollouts(s, memo)
        else:
            play_out(s, memo)
        write_row(s, rows, place * ROW_CELLS)


@door
def trace_matches(s: Cells, memo: Worths, seed: int, first: int, count: int, at: int, ends: Cells) -> int:
    """Play up to so many matches of a run, from a number on, and note their turns in ``s`` from ``at`` on.

    Returns how many were played: it stops where the room may be too short for the next one. ``ends`` gets for each
    match where its turns end.
    """
    played = 0
    while played < count and at + s[MOST_ACTIONS] + PAST_THE_END < len(s):
        begin_match(s, seed, first + played)
        s[TRACED] = at
        play_out(s, memo)
        at = s[TRACED]
        ends[played] = at
        played += 1
    return played


@compiled
def begin_match(s: Cells, seed: int, number: int) -> None:
    """Prepare the first round. Who starts is drawn (BO-1.6)."""
    for place in range(MATCH_CELLS):
        s[place] = 0
    for stream in range(3):
        s[KEYS + stream] = key_of(seed, number, stream)
    s[TAPED] = s[TAPE_AT]
    s[WINNER] = -1
    s[SHIELDS] = s[SHIELDS + 1] = s[SHIELD_TOKEN]
    endings.begin_round(s, 1, below(s, DECK, 2))
    s[ROUNDS] = 1


@compiled
def play_out(s: Cells, memo: Worths) -> None:
    """Play until the match is decided, drawn or stopped by the time call. Nobody makes rollouts."""
    if s[TAPE_AT]:
        tape.note_round(s)
    while True:
        play_turn(s, memo)
        if not _goes_on(s):
            return


@compiled
def _play_out_by_rollouts(s: Cells, memo: Worths) -> None:
    """The same in a match in which somebody makes them."""
    if s[TAPE_AT]:
        tape.note_round(s)
    while True:
        turn_by_rollouts(s, memo)
        if not _goes_on(s):
            return


@hot
def _goes_on(s: Cells) -> bool:
    """Note the turn that has ended, and begin the next one; False where the match is over."""
    s[TURNS] += 1
    s[ENDINGS + s[ENDED_BY]] += 1
    if s[TAPE_AT]:
        tape.note_turn(s)
    if s[TRACED]:
        _trace_turn(s)
    if s[PHASE] != ROUND_OVER and not s[TIME_CALLED]:
        endings.begin_turn(s, 1 - s[SEAT])
        return True
    number = _next_round(s)
    if not number:
        return False
    chosen = s[SEEDING_EDGE] and s[PHASE] == ROUND_OVER and s[ROUND_WINNER] >= 0
    endings.begin_round(s, number, s[ROUND_WINNER] if chosen else 1 - s[FIRST])
    s[ROUNDS] += 1
    s[SECONDS] += s[SHUFFLE_SECONDS]
    if s[TAPE_AT]:
        tape.note_round(s)
    return True


@compiled
def _trace_turn(s: Cells) -> None:
    """Note what the match has taken so far, whose turn has ended, and who is ahead after it."""
    s[s[TRACED]] = s[SECONDS] << 3 | s[SEAT] << 2 | (endings.ahead(s) + 1)
    s[TRACED] += 1


@compiled
def _next_round(s: Cells) -> int:
    """The number of the round that follows, or 0 where the match is over."""
    if endings.decided(s):
        return 0
    number = endings.next_round(s)
    late = s[ACTIONS] > s[MOST_ACTIONS]
    if number == SUDDEN_DEATH and (late or s[STATUS] == TIME):
        return number if s[NEEDS_WINNER] and not late else 0
    return number


@compiled
def write_row(s: Cells, rows: Cells, at: int) -> None:
    """Write what a finished match came to into its row, which begins at ``at``."""
    rows[at + ROW_STATUS], rows[at + ROW_WINNER], rows[at + ROW_DECIDED_BY] = s[STATUS], s[WINNER], s[DECIDED_BY]
    rows[at + ROW_POT], rows[at + ROW_ROUNDS], rows[at + ROW_TURNS] = s[POT], s[ROUNDS], s[TURNS]
    rows[at + ROW_ACTIONS], rows[at + ROW_SECONDS] = s[ACTIONS], s[SECONDS]
    for seat in range(2):
        rows[at + ROW_WINS + seat] = s[WINS + seat]
        rows[at + ROW_TOTALS + seat] = s[TOTALS + seat] + (s[BANKS + seat] if s[ROUND] > 0 else 0)
    for ending in range(10):
        rows[at + ROW_ENDINGS + ending] = s[ENDINGS + ending]
