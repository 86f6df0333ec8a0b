"""Players of the kernel: how one is written in cells, and what it does, part by part: the twin of ``simulate.players``.

While nothing but numbers come, most players draw on by a rule that can be told beforehand: below some Loot, and with a
risk while the exact threshold pays. Then their parts need not be asked before each card; see ``calm``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from rules_engine.bankout.kernel.allowed import allowed, list_allowed
from rules_engine.bankout.kernel.compiling import Cells, Worths, compiled, hot
from rules_engine.bankout.kernel.layout import (
    BY_THRESHOLD,
    EARLY_COUNT,
    LEGAL,
    OPEN,
    PART_COUNT,
    PARTS_AT,
    PHASE,
    PLAYER,
    UNTROUBLED,
    VETOES,
    WITHOUT_RISK,
)
from rules_engine.bankout.kernel.odds import stop, threshold
from rules_engine.bankout.kernel.strategies import PARTS, avoids, choose, react
from rules_engine.bankout.simulate import SimulatedPlayer
from rules_engine.bankout.simulate.strategies import SPECIAL, StrategyPart

NO_LIMIT = 1 << 40
_NEVER_CALM = ("pressure", "random_legal", "optimal_turn", "rollouts")
_CALM_BELOW = ("window", "joker_denial")
_RISKS_OTHERWISE = ("king_checkmate", "joker_denial", "lead_aware", "never_bank")


def player_cells(players: Sequence[SimulatedPlayer], at: int, calm: bool) -> tuple[list[int], list[int]]:
    """The players, put at ``at``, and where each begins. Without ``calm`` they are asked before each draw."""
    begins: list[int] = []
    written: list[int] = []
    for player in players:
        begins.append(at + len(written))
        parts = [(PARTS.index(part.name), _number(part)) for part in player.parts]
        early = sum(part.precedence <= SPECIAL for part in player.parts)
        vetoes = sum(type(part).avoids is not StrategyPart.avoids for part in player.parts)
        written += [*(_calm_rule(player) if calm else (0, 0, 0)), len(parts), early, vetoes, player.rollouts]
        written += [value for part in parts for value in part]
    return begins, written


def _number(part: StrategyPart) -> int:
    given: list[Any] = [getattr(part, one.name) for one in fields(part)]  # type: ignore[arg-type]
    return int(given[0]) if given else 0


def _calm_rule(player: SimulatedPlayer) -> tuple[int, int, int]:
    """Until which Loot the player draws on, and until which one with a Queen on Alert; and with what risk."""
    names = [part.name for part in player.parts]
    if any(name in _NEVER_CALM for name in names):
        return 0, 0, 0
    limit = min((_number(part) for part in player.parts if part.name in _CALM_BELOW), default=NO_LIMIT)
    queen = min((_number(part) for part in player.parts if part.name == "queen_proactive"), default=NO_LIMIT)
    risk = WITHOUT_RISK if any(name in _RISKS_OTHERWISE for name in names) else BY_THRESHOLD
    return limit, queen, UNTROUBLED if "published" in names else risk


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
