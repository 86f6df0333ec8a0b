"""What Bank offers to say how likely a win is. The simulation is imported with the first question."""

from __future__ import annotations

from rules_engine.play.chances import LiveChances, NoCauses
from rules_engine.record import GameRecord


class BankChances(NoCauses):
    """Cards that nobody has seen are dealt anew, and *greedy* players go on from the last turn that is over."""

    def at_end(self, record: GameRecord, runs: int | None = None) -> LiveChances | None:
        """The chances where a record ends; None once the game is over, or where it does not tell enough."""
        from rules_engine.bank.simulate.chances import chances

        return chances(record, runs)
