"""What simulated Bank offers to the command.

The simulation is imported with the first run, so that the program starts without it.
"""

from __future__ import annotations

from random import Random

from rules_engine.play.simulation import ListedPlayers, SimulationRun, SimulationSummary
from rules_engine.record import GameRecord

PLAYERS = {
    "random": "does anything that the rules allow",
    "greedy": "banks what is worth most at once, and keeps what makes tricks",
}


class BankSimulation(ListedPlayers):
    """Games between the players ``random`` and ``greedy``."""

    default_player = "greedy"
    listed = PLAYERS

    def play(self, run: SimulationRun, matches: int) -> SimulationSummary:
        """Play games of a run: the mean score of each seat with its standard error, games won, and how they ended."""
        from rules_engine.bank.simulate.games import summary

        return summary(run, matches)

    def record(self, run: SimulationRun) -> GameRecord:
        """The first game of a run, written down."""
        from rules_engine.bank.simulate.games import game

        return game(run, Random(f"{run.seed}/0"))[1]
