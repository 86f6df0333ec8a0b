"""Matches played on from each act of a decision, and what they say: winning chances with their errors.

Imports the kernel, and so numba where it is installed: only worker processes and commands come here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules_engine.bankout import actions as act
from rules_engine.bankout import engine
from rules_engine.bankout.analysis.positions import ACTS, Position
from rules_engine.bankout.kernel import layout
from rules_engine.bankout.kernel.compiling import COMPILED, cells
from rules_engine.bankout.kernel.plays import Run
from rules_engine.bankout.kernel.rollout import play_on, start_cells
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import Terms
from rules_engine.game import Moment

PLAYER = "steady"
"""Who plays on, on both sides."""
SEED = 4_001
RUNS = 2_000 if COMPILED else 30
"""Matches played on from each act; without the compiled kernel fewer, so that an analysis still ends in a minute."""
_ACTIONS = {
    act.DRAW: layout.DRAW,
    act.BANK: layout.BANK,
    act.END: layout.END,
    act.PLAY_QUEEN: layout.PLAY_QUEEN,
    act.PLAY_KING: layout.PLAY_KING,
    act.SWAP: layout.SWAP,
    act.JOKER_KING: layout.JOKER_KING,
    act.JOKER_QUEEN: layout.JOKER_QUEEN,
}

Shares = NDArray[np.float64]


@dataclass(frozen=True)
class Verdict:
    """What the matches from a decision say, for the player who decides: the chance after each act, the best act, and
    what the chosen one lost against it with its standard error."""

    chances: dict[str, float]
    best: str
    loss: float
    error: float


class Rollouts:
    """Plays matches on under one rule set. Every decision has numbers of its own, the same for all its acts."""

    def __init__(self, rules: BankoutRuleSet, runs: int | None = None) -> None:
        self.rules = rules
        self.runs = runs or RUNS
        self._run = Run(rules, (PLAYER, PLAYER), SEED, Terms())

    def warm_up(self) -> None:
        """Play on from a first turn for nothing: what is not compiled yet is compiled now."""
        state = engine.new_match(self.rules)
        self.verdict(Position(Moment(0, 1, 1), "draw", ("draw", "bank"), state, tuple(state.counts), 0), 0)

    def verdict(self, position: Position, number: int) -> Verdict:
        """Compare the acts of a decision.

        Half of the matches find the best act. The other half say what the chosen one loses against it: measured in the
        same matches, the best would look better than it is.
        """
        start = cells(start_cells(position.state, position.unseen, position.hidden))
        points = {name: self._points(position, start, name, number) for name in position.acts if name != "end"}
        if position.chosen not in points:
            points[position.chosen] = self._points(position, start, position.chosen, number)
        half = self.runs // 2
        best = max(points, key=lambda name: (points[name][:half].mean(), name == position.chosen))
        lost = points[best][half:] - points[position.chosen][half:]
        error = float(lost.std(ddof=1) / len(lost) ** 0.5) if len(lost) > 1 else 1.0
        chances = {name: float(shares.mean()) for name, shares in points.items()}
        return Verdict(chances, best, float(lost.mean()), error)

    def _points(self, position: Position, start: Any, name: str, number: int) -> Shares:
        """The points of the player who decides in each match: 1 for a win, a half for a draw."""
        rows = cells([0] * (layout.ROW_CELLS * self.runs))
        action = _ACTIONS[ACTS[name]]
        first = number * self.runs
        play_on(self._run.cells, self._run.memo, start, position.hidden, action, SEED, first, self.runs, rows)
        winners = np.asarray(rows, dtype=np.int64).reshape(self.runs, layout.ROW_CELLS)[:, layout.ROW_WINNER]
        seat = position.state.seat
        return np.where(winners == seat, 1.0, np.where(winners == 1 - seat, 0.0, 0.5))
