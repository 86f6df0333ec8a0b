"""Plays a turn: the twin of what ``simulate.match`` does in one."""

from __future__ import annotations

from rules_engine.bankout.kernel import endings, playing, tape
from rules_engine.bankout.kernel.calm import draw_calmly
from rules_engine.bankout.kernel.compiling import Cells, Worths, compiled, hot
from rules_engine.bankout.kernel.layout import (
    ACT_SECONDS,
    ACTIONS,
    ANSWER,
    CAP_SECONDS,
    DRAW,
    DRAW_SECONDS,
    EFFECT,
    END,
    LOOT,
    MOST_ACTIONS,
    OPEN,
    PHASE,
    SEAT,
    SECONDS,
    SHUFFLE_SECONDS,
    SHUFFLED,
    STATUS,
    TAPE_AT,
    TAPE_TIME,
    TIME,
    TIME_CALLED,
    TURN_OVER,
)
from rules_engine.bankout.kernel.players.parts import act
from rules_engine.bankout.twin_constants import PATIENCE


@hot
def play_turn(s: Cells, memo: Worths) -> None:
    """Play a turn to its end, both players by their strategies."""
    while s[PHASE] < TURN_OVER:
        late = s[ACTIONS] > s[MOST_ACTIONS] + PATIENCE and s[PHASE] == OPEN
        if late or not draw_calmly(s):
            phase, loot = s[PHASE], s[LOOT]
            action = END if late else act(s, memo, 1 - s[SEAT] if phase == ANSWER else s[SEAT])
            do(s, action, phase, loot)
        if s[SECONDS] >= s[CAP_SECONDS] or s[ACTIONS] > s[MOST_ACTIONS]:
            look_at_clock(s)


@hot
def do(s: Cells, action: int, phase: int, loot: int) -> None:
    """Carry out what a player has chosen, and note what it took; ``phase`` and ``loot`` are those before it."""
    card = playing.step(s, action)
    s[ACTIONS] += 1
    s[SECONDS] += s[DRAW_SECONDS] if action == DRAW else s[ACT_SECONDS]
    if s[SHUFFLED]:
        s[SECONDS] += s[SHUFFLE_SECONDS]
    if s[TAPE_AT]:
        tape.note_act(s, phase, loot, action, card)


@compiled
def look_at_clock(s: Cells) -> None:
    """Call time if it is up."""
    if s[TIME_CALLED] or s[PHASE] == EFFECT or endings.decided(s):
        return
    if s[ACTIONS] <= s[MOST_ACTIONS] and (s[SECONDS] < s[CAP_SECONDS] or s[STATUS] == TIME):
        return
    endings.call_time(s)
    if s[TAPE_AT]:
        tape.note(s, TAPE_TIME, 0)
