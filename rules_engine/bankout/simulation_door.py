"""What simulated Bankout offers to the command: the players of bankout.md section 14.

The simulation is imported with the first run, so that the program starts without it.
"""

from __future__ import annotations

from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.flags import Flag
from rules_engine.record import GameRecord
from rules_engine.simulation import SimulationRun, SimulationSummary


class BankoutSimulation:
    """Matches between preset players, or between strategies joined by ``+``."""

    flags: tuple[Flag, ...] = (
        Flag("needs_winner", "Sudden Death after a tie at the time cap", switch=True),
        Flag("engine", "what plays: default the kernel where it is compiled", metavar="kernel|readable"),
    )
    default_player = "steady"

    def check_player(self, name: str, rules: BankoutRuleSet) -> None:
        """Raises ValueError, with what may be typed, if there is no such player under these rules."""
        from rules_engine.bankout.simulate import player

        player(name, rules.format)

    def players(self) -> list[str]:
        """The preset players of each format and the strategies, as lines."""
        from rules_engine.bankout.simulate.runs import player_lines

        return list(player_lines())

    def play(self, run: SimulationRun, matches: int) -> SimulationSummary:
        """Play matches of a run. Raises ConfigurationError if there is no such engine."""
        from rules_engine.bankout.simulate.runs import play

        return play(run, matches)

    def record(self, run: SimulationRun) -> GameRecord:
        """The first match of a run, written down."""
        from rules_engine.bankout.simulate.runs import first_record

        return first_record(run)
