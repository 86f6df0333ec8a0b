"""What Bankout offers to the planner. The simulation is imported with the first match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.planning.traces import MatchTrace
from rules_engine.text import Text
from rules_engine.text import text as _

_FORMATS = (
    (_("Bankout, with Jokers"), "bankout", True),
    (_("Bankout, without Jokers"), "bankout", False),
    (_("Blitz, with Jokers"), "blitz", True),
    (_("Blitz, without Jokers"), "blitz", False),
)


class BankoutPlanning:
    """Matches between two simulated players of one name."""

    default_player = "steady"

    def players(self, rules: BankoutRuleSet) -> tuple[str, ...]:
        """The preset players of the format, without the one for tests."""
        from rules_engine.bankout.simulate import PRESETS

        return tuple(name for name in PRESETS[rules.format] if name != "random")

    def compared(self, rules: BankoutRuleSet) -> tuple[tuple[Text, Mapping[str, Any]], ...]:
        """Both formats with Jokers and without, in the edition of the rule set."""
        return tuple(
            (label, {"edition": rules.edition, "format": format_, "jokers": jokers})
            for label, format_, jokers in _FORMATS
        )

    def trace(self, rules: BankoutRuleSet, player: str, seed: int, number: int) -> MatchTrace:
        """Play match ``number`` of a seed; the same match on any machine."""
        from rules_engine.bankout.simulate.traced import trace

        return trace(rules, player, seed, number)
