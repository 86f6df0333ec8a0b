"""How a player is written in the kernel's cells.

While nothing but numbers come, most players draw on by a rule that can be told beforehand: below some Loot, and with a
risk while the exact threshold pays. Then their parts need not be asked before each card; see ``calm``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from rules_engine.bankout.kernel.layout import BY_THRESHOLD, UNTROUBLED, WITHOUT_RISK
from rules_engine.bankout.kernel.players.strategies import PARTS
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
    cells: list[Any] = [getattr(part, entry.name) for entry in fields(part)]  # type: ignore[arg-type]
    return int(cells[0]) if cells else 0


def _calm_rule(player: SimulatedPlayer) -> tuple[int, int, int]:
    """Until which Loot the player draws on, and until which one with a Queen on Alert; and with what risk."""
    names = [part.name for part in player.parts]
    if any(name in _NEVER_CALM for name in names):
        return 0, 0, 0
    limit = min((_number(part) for part in player.parts if part.name in _CALM_BELOW), default=NO_LIMIT)
    queen = min((_number(part) for part in player.parts if part.name == "queen_proactive"), default=NO_LIMIT)
    risk = WITHOUT_RISK if any(name in _RISKS_OTHERWISE for name in names) else BY_THRESHOLD
    return limit, queen, UNTROUBLED if "published" in names else risk
