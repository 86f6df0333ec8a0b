"""What Bankrupt offers to say how likely a win is. The simulation is imported with the first question."""

from __future__ import annotations

from rules_engine.play.chances import LiveChances, NoCauses
from rules_engine.record import GameRecord


class BankruptChances(NoCauses):
    """Hands and deck are dealt anew, and *careful* players go on with the round and the rounds after it."""

    def at_end(self, record: GameRecord, runs: int | None = None) -> LiveChances | None:
        """The chances where a record ends; None once the game is over."""
        from rules_engine.bankrupt.simulate.chances import chances

        return chances(record, runs)
