"""What simulated Bankrupt offers to the command.

The simulation is imported with the first run, so that the program starts without it.
"""

from __future__ import annotations

from random import Random

from rules_engine.play.simulation import ListedPlayers, SimulationRun, SimulationSummary
from rules_engine.record import GameRecord

PLAYERS = {
    "random": "does anything that the rules allow",
    "careful": "replaces low cards, throws in bad hands and ups with pairs and high cards",
}


class BankruptSimulation(ListedPlayers):
    """Games between the players ``random`` and ``careful``."""

    default_player = "careful"
    listed = PLAYERS

    def play(self, run: SimulationRun, matches: int) -> SimulationSummary:
        """Play games of a run."""
        from rules_engine.bankrupt.simulate.games import summary

        return summary(run, matches)

    def record(self, run: SimulationRun) -> GameRecord:
        """The first game of a run, written down."""
        from rules_engine.bankrupt.simulate.games import game

        return game(run, Random(f"{run.seed}/0"))[1]
