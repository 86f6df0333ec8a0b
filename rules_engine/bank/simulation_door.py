"""What simulated Bank offers to the command.

The simulation is imported with the first run, so that the program starts without it.
"""

from __future__ import annotations

from random import Random

from rules_engine.bank.ruleset import BankRuleSet
from rules_engine.flags import Flag
from rules_engine.record import GameRecord
from rules_engine.simulation import SimulationRun, SimulationSummary

PLAYERS = {
    "random": "does anything that the rules allow",
    "greedy": "banks what is worth most at once, and keeps what makes tricks",
}


class BankSimulation:
    """Games between the players ``random`` and ``greedy``."""

    flags: tuple[Flag, ...] = ()
    default_player = "greedy"

    def check_player(self, name: str, rules: BankRuleSet) -> None:
        """Raises ValueError, with what may be typed, if there is no such player."""
        if name not in PLAYERS:
            raise ValueError(f"There is no player {name}; the players are {' and '.join(PLAYERS)}.")

    def players(self) -> list[str]:
        """The players to choose from, as lines."""
        return [f"{name}: {plays}" for name, plays in PLAYERS.items()]

    def play(self, run: SimulationRun, matches: int) -> SimulationSummary:
        """Play games of a run: the mean score of each seat with its standard error, games won, and how they ended."""
        from rules_engine.bank.simulate.games import summary

        return summary(run, matches)

    def record(self, run: SimulationRun) -> GameRecord:
        """The first game of a run, written down."""
        from rules_engine.bank.simulate.games import game

        return game(run, Random(f"{run.seed}/0"))[1]
