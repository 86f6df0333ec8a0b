"""What Bankout offers to analyse a record. The kernel is imported with the first analysis."""

from __future__ import annotations

from rules_engine.play.analysis import MatchAnalysis, Progress
from rules_engine.record import GameRecord
from rules_engine.text import Text
from rules_engine.text import text as _

LABELS = {
    "draw": _("Draw"),
    "bank": _("Bank"),
    "end": _("End without banking"),
    "queen": _("Play a Queen"),
    "king": _("Play a King"),
    "swap": _("Joker: swap"),
    "joker_king": _("Joker as King"),
    "joker_queen": _("Joker as Queen"),
}


class BankoutAnalysis:
    """Decisions of open turns, played on by two *steady* players."""

    def label(self, token: str) -> Text:
        """What an act of a decision is called."""
        return LABELS[token]

    def analyse(self, record: GameRecord, progress: Progress, runs: int | None = None) -> MatchAnalysis:
        """Analyse a record; ``progress`` hears how many of the decisions are done."""
        from rules_engine.bankout.analysis.analysing import analyse

        return analyse(record, progress, runs)
