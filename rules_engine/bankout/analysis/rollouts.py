"""Matches played on from each act of a decision, and what they say: winning chances with their errors.

The kernel plays them; rules that it has not declared are played by the readable engine, fewer times.
Imports the kernel, and so numba where it is installed: only worker processes and commands come here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules_engine.bankout import actions as act
from rules_engine.bankout import engine
from rules_engine.bankout.analysis.positions import ACTS, Position
from rules_engine.bankout.cards import HIDDEN, RANK_BITS
from rules_engine.bankout.kernel import layout
from rules_engine.bankout.kernel.compiling import COMPILED, Cells, cells
from rules_engine.bankout.kernel.declared import undeclared
from rules_engine.bankout.kernel.plays import Run
from rules_engine.bankout.kernel.rollout import play_on, start_cells
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import SimulatedMatch, Terms, player
from rules_engine.bankout.simulate.counted import CountedDeck, counted_streams
from rules_engine.bankout.simulate.rollouts import deal_hidden
from rules_engine.bankout.state import State
from rules_engine.game import Moment

PLAYER = "steady"
"""Who plays on, on both sides."""
SEED = 4_001
RUNS_SLOWLY = 30
RUNS = 2_000 if COMPILED else RUNS_SLOWLY
"""Matches played on from each act; without the compiled kernel fewer, so that an analysis still ends in a minute."""
CELLS = {
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
        self.unknown_rules = tuple(undeclared(rules))
        self._run = None if self.unknown_rules else Run(rules, (PLAYER, PLAYER), SEED, Terms())
        self.runs = runs or (RUNS if self._run is not None else min(RUNS, RUNS_SLOWLY))

    def warm_up(self) -> None:
        """Play on from a first turn for nothing: what is not compiled yet is compiled now."""
        state = engine.new_match(self.rules)
        self.verdict(Position(Moment(0, 1, 1), "draw", ("draw", "bank"), state, tuple(state.counts), 0), 0)

    def verdict(self, position: Position, number: int) -> Verdict:
        """Compare the acts of a decision.

        Half of the matches find the best act. The other half say what the chosen one loses against it: measured in the
        same matches, the best would look better than it is.
        """
        names = dict.fromkeys([*(name for name in position.acts if name != "end"), position.chosen])
        points = {name: self._points(position, ACTS[name], number * self.runs) for name in names}
        half = self.runs // 2
        best = max(points, key=lambda name: (points[name][:half].mean(), name == position.chosen))
        lost = points[best][half:] - points[position.chosen][half:]
        error = float(lost.std(ddof=1) / len(lost) ** 0.5) if len(lost) > 1 else 1.0
        chances = {name: float(shares.mean()) for name, shares in points.items()}
        return Verdict(chances, best, float(lost.mean()), error)

    def _points(self, position: Position, action: int, first: int) -> Shares:
        """The points of the player who decides in matches from number ``first`` on: 1 for a win, a half for a draw."""
        if self._run is None:
            winners = np.asarray([_winner(position, action, first + number) for number in range(self.runs)])
        else:
            rows, start = cells([0] * (layout.ROW_CELLS * self.runs)), _start(position)
            run = self._run
            play_on(run.cells, run.memo, start, position.hidden, CELLS[action], SEED, first, self.runs, rows)
            winners = np.asarray(rows, dtype=np.int64).reshape(self.runs, layout.ROW_CELLS)[:, layout.ROW_WINNER]
        seat = position.state.seat
        return np.where(winners == seat, 1.0, np.where(winners == 1 - seat, 0.0, 0.5))


def _start(position: Position) -> Cells:
    return cells(start_cells(position.state, position.unseen, position.hidden))


def _winner(position: Position, action: int, number: int) -> int:
    """The seat that wins the match of this number after an act, as the readable engine plays it; neither: below 0."""
    state, streams = _ranks_only(position), counted_streams(SEED, number)
    deck = streams.deck
    both = player(PLAYER, state.rules.format)
    match = SimulatedMatch(state.rules, (both, both), streams, Terms(), start=state)
    if position.hidden and isinstance(deck, CountedDeck):
        deal_hidden(state, state.opponent, deck)
    engine.step(state, action, deck.deal(state) if action == act.DRAW else HIDDEN)
    match.play()
    return state.winner


def _ranks_only(position: Position) -> State:
    """A copy of the state without suits, that counts the hidden cards of the opponent as not dealt."""
    state = position.state.copy()
    state.counts = list(position.unseen) if state.size else state.counts
    state.hands = [[card & RANK_BITS for card in hand] for hand in state.hands]
    state.pile = [card & RANK_BITS for card in state.pile]
    return state
