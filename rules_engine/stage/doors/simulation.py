"""What simulated games offer to the command. The simulation is imported with the first run."""

from __future__ import annotations

from rules_engine.play.simulation import SimulationRun, SimulationSummary
from rules_engine.record import GameRecord
from rules_engine.rules.flags import Flag
from rules_engine.stage.ruleset import StageRuleSet


class StageSimulation:
    """Games of two, four, six or eight players."""

    flags: tuple[Flag, ...] = ()
    default_player = "steady"

    def check_player(self, name: str, rules: StageRuleSet) -> None:
        """Raises ValueError, with what may be typed, if there is no such player."""
        from rules_engine.stage.simulate import player

        player(name)

    def players(self) -> list[str]:
        """The players, from the weakest to the strongest, as lines."""
        from rules_engine.stage.simulate import PLAYERS

        return [f"  {name:12} {(play.__doc__ or '').partition('.')[0]}" for name, play in PLAYERS.items()]

    def play(self, run: SimulationRun, matches: int) -> SimulationSummary:
        """Play games of a run."""
        from rules_engine.stage.simulate.runs import play

        return play(run, matches)

    def record(self, run: SimulationRun) -> GameRecord:
        """The first game of a run, written down."""
        from rules_engine.stage.simulate.runs import record

        return record(run)
