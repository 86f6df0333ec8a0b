"""What simulated Bankout offers to the command: the players of bankout.md section 14.

The simulation is imported with the first run, so that the program starts without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.play.simulation import SimulationRun, SimulationSummary
from rules_engine.record import GameRecord
from rules_engine.rules.flags import Flag
from rules_engine.text import Text
from rules_engine.text import text as _


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

    # In parts

    def at_full_speed(self) -> bool:
        """Whether the kernel is compiled; asking does not bring numba."""
        from rules_engine.bankout.kernel.on_disk import ready

        return ready()

    def slow_because(self, rules: BankoutRuleSet) -> Text:
        """That the kernel is not compiled, or does not play the rules; asking does not bring numba."""
        from rules_engine.bankout.kernel.declared import slow_because

        return slow_because(rules)

    def pace(self) -> Text:
        """How long a draw, another action and a shuffle take."""
        from rules_engine.bankout.simulate.clock import Pace

        pace = Pace()
        return _(
            "A draw takes {draw} seconds, any other action {act}, a shuffle {shuffle}.",
            draw=pace.draw,
            act=pace.act,
            shuffle=pace.shuffle,
        )

    def part_size(self, run: SimulationRun) -> int:
        """How many matches take about half a second here."""
        from rules_engine.bankout.simulate.runs import part_size

        return part_size(run)

    def part(self, run: SimulationRun, first: int, matches: int) -> str:
        """Play so many matches of a run, from a number on, and return their totals as JSON."""
        from rules_engine.bankout.simulate.runs import totals_of

        return totals_of(run, first, matches)[0].to_json()

    def added(self, parts: Iterable[str]) -> str:
        """The totals of several parts together."""
        from rules_engine.bankout.simulate.totals import Totals

        whole = Totals()
        for part in parts:
            whole.merge(Totals.from_json(part))
        return whole.to_json()

    def summary(self, run: SimulationRun, totals: str) -> SimulationSummary:
        """What totals come to. Raises ValueError if there is no match in them."""
        from rules_engine.bankout.simulate.runs import run_summary
        from rules_engine.bankout.simulate.totals import Totals

        return run_summary(run, Totals.from_json(totals))

    def minutes(self, totals: str) -> list[tuple[int, int]]:
        """How many matches took so many whole minutes."""
        from rules_engine.bankout.simulate.totals import Totals

        counts: Counter[int] = Counter()
        for seconds, count in Totals.from_json(totals).seconds.items():
            counts[int(seconds) // 60] += count
        return sorted(counts.items())
