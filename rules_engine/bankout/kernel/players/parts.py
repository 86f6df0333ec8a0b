"""What a player of the kernel does, part by part: the twin of ``simulate.players``."""

from __future__ import annotations

from rules_engine.bankout.kernel.allowed import allowed, list_allowed
from rules_engine.bankout.kernel.compiling import Cells, Worths, compiled, hot
from rules_engine.bankout.kernel.layout import (
    EARLY_COUNT,
    LEGAL,
    OPEN,
    PART_COUNT,
    PARTS_AT,
    PHASE,
    PLAYER,
    VETOES,
)
from rules_engine.bankout.kernel.players.odds import stop, threshold
from rules_engine.bankout.kernel.players.strategies import avoids, choose, react


@hot
def act(s: Cells, memo: Worths, seat: int) -> int:
    """The player's next action: always a legal one."""
    player = s[PLAYER + seat]
    open_turn = s[PHASE] == OPEN
    parts = s[player + PART_COUNT] if open_turn else s[player + EARLY_COUNT]
    for part in range(parts):
        at = player + PARTS_AT + 2 * part
        action = choose(s, memo, seat, s[at], s[at + 1])
        if action >= 0 and _may(s, seat, action):
            return action
    action = threshold(s, seat) if open_turn else react(s, seat)
    return action if _may(s, seat, action) else _whatever(s, seat)


@compiled
def _may(s: Cells, seat: int, action: int) -> bool:
    return allowed(s, action) and not _avoided(s, seat, action)


@compiled
def _avoided(s: Cells, seat: int, action: int) -> bool:
    player = s[PLAYER + seat]
    if s[player + VETOES]:
        for part in range(s[player + PART_COUNT]):
            if avoids(s, seat, s[player + PARTS_AT + 2 * part], action):
                return True
    return False


@compiled
def _whatever(s: Cells, seat: int) -> int:
    """The first choice is not to be had: stop, or else the first thing that is allowed and not ruled out."""
    count = list_allowed(s)
    first = stopping = -1
    for place in range(count):
        action = s[LEGAL + place]
        if not _avoided(s, seat, action):
            first = action if first < 0 else first
            stopping = action if action == stop(s, seat) else stopping
    if first < 0:
        first = s[LEGAL]
        for place in range(count):
            stopping = s[LEGAL + place] if s[LEGAL + place] == stop(s, seat) else stopping
    open_stop = s[PHASE] == OPEN and stopping >= 0
    return stopping if open_stop else first
