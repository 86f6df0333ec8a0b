"""What Bankout offers to say how likely a win is. The kernel is imported with the first question."""

from __future__ import annotations

from rules_engine.bankout.doors.analysis import LABELS
from rules_engine.play.chances import LiveChances
from rules_engine.record import GameRecord
from rules_engine.text import Text
from rules_engine.text import text as _

_CAUSES = {
    "ace_on_alert": _("an Ace on Alert"),
    "third_jack": _("a third Jack"),
    "three_latent": _("a third latent Ace"),
    "latent_trigger": _("a Jack on a latent Ace"),
}


class BankoutChances:
    """Both hands are dealt anew from the Queens, Kings and Jokers that nobody has seen; two *steady* players go on."""

    def cause(self, key: str) -> Text:
        """What a cause of the next card's risk is called."""
        return _CAUSES[key]

    def act(self, key: str) -> Text:
        """What an act of a decision is called."""
        return LABELS[key]

    def at_end(self, record: GameRecord, runs: int | None = None) -> LiveChances | None:
        """The chances where a record ends; None once the match is decided, or where the pile is not known."""
        from rules_engine.bankout.analysis.chances import chances

        return chances(record, runs)
