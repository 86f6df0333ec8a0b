"""What simulated Bankrupt offers to the command.

The simulation is imported with the first run, so that the program starts without it.
"""

from __future__ import annotations

from random import Random

from rules_engine.bankrupt.ruleset import BankruptRuleSet
from rules_engine.flags import Flag
from rules_engine.record import GameRecord
from rules_engine.simulation import SimulationRun, SimulationSummary

PLAYERS = {
    "random": "does anything that the rules allow",
    "careful": "replaces low cards, throws in bad hands and ups with pairs and high cards",
}


class BankruptSimulation:
    """Games between the players ``random`` and ``careful``."""

    flags: tuple[Flag, ...] = ()
    default_player = "careful"

    def check_player(self, name: str, rules: BankruptRuleSet) -> None:
        """Raises ValueError, with what may be typed, if there is no such player."""
        if name not in PLAYERS:
            raise ValueError(f"There is no player {name}; the players are {' and '.join(PLAYERS)}.")

    def players(self) -> list[str]:
        """The players to choose from, as lines."""
        return [f"{name}: {plays}" for name, plays in PLAYERS.items()]

    def play(self, run: SimulationRun, matches: int) -> SimulationSummary:
        """Play games of a run."""
        from rules_engine.bankrupt.simulate.games import summary

        return summary(run, matches)

    def record(self, run: SimulationRun) -> GameRecord:
        """The first game of a run, written down."""
        from rules_engine.bankrupt.simulate.games import game

        return game(run, Random(f"{run.seed}/0"))[1]
