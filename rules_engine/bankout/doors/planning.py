"""What Bankout offers to the planner. The simulation is imported with the first match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.text import Text
from rules_engine.text import text as _

if TYPE_CHECKING:
    from rules_engine.planning.traces import Traces

_FORMATS = (
    (_("Bankout, with Jokers"), "bankout", True),
    (_("Bankout, without Jokers"), "bankout", False),
    (_("Blitz, with Jokers"), "blitz", True),
    (_("Blitz, without Jokers"), "blitz", False),
)
_LOOKS_AHEAD = "optimal"
_SIZES = {(True, False): 20_000, (True, True): 2_000, (False, False): 2_000, (False, True): 100}
_PARTS = {(True, False): 5_000, (True, True): 20, (False, False): 100, (False, True): 1}
"""Matches by whether the kernel is compiled, and whether the player looks ahead."""


def _by_kernel(rules: BankoutRuleSet) -> bool:
    """Whether this process can play the rules with compiled code."""
    from rules_engine.bankout.kernel.declared import undeclared
    from rules_engine.bankout.kernel.on_disk import usable

    return usable() and not undeclared(rules)


class BankoutPlanning:
    """Matches between two simulated players of one name."""

    default_player = "steady"
    about_players = _("You cannot choose “Best” here: simulating thousands of its matches would take hours.")

    def players(self, rules: BankoutRuleSet) -> tuple[str, ...]:
        """The preset players of the format, without the one for tests and the one who thinks too long."""
        from rules_engine.bankout.simulate import PRESETS

        return tuple(name for name in PRESETS[rules.format] if name not in ("random", "best"))

    def compared(self, rules: BankoutRuleSet) -> tuple[tuple[Text, Mapping[str, Any]], ...]:
        """Both formats with Jokers and without, in the edition of the rule set."""
        return tuple(
            (label, {"edition": rules.edition, "format": format_, "jokers": jokers})
            for label, format_, jokers in _FORMATS
        )

    def slow_because(self, rules: BankoutRuleSet) -> Text:
        """That the kernel is not compiled, or does not play the rules; asking does not bring numba."""
        from rules_engine.bankout.kernel.declared import slow_because

        return slow_because(rules)

    def sample_size(self, rules: BankoutRuleSet, player: str) -> int:
        """How many matches some seconds are enough for; a player who plans the whole turn takes fifty times as long."""
        return _SIZES[not self.slow_because(rules), player == _LOOKS_AHEAD]

    def part_size(self, rules: BankoutRuleSet, player: str) -> int:
        """How many matches take about half a second here."""
        return _PARTS[_by_kernel(rules), player == _LOOKS_AHEAD]

    def traces(self, rules: BankoutRuleSet, player: str, seed: int, first: int, count: int) -> Traces:
        """Play so many matches of a seed, by the kernel where it is compiled; the same matches on any machine."""
        if _by_kernel(rules):
            from rules_engine.bankout.kernel import traces as kernel

            return kernel.traces(rules, player, seed, first, count)
        from rules_engine.bankout.simulate.traced import trace
        from rules_engine.planning.traces import Traces

        return Traces.of(trace(rules, player, seed, number) for number in range(first, first + count))

    def deciders(self, rules: BankoutRuleSet, player: str, seed: int, matches: int) -> Traces | None:
        """Sudden Death after time (BO-7.1, BO-9.2, BO-9.3): of matches in which time is called in the first turn, what
        those play that are level after it."""
        from rules_engine.planning.traces import Traces

        if _by_kernel(rules):
            from rules_engine.bankout.kernel import traces as kernel

            played = kernel.called_at_once(rules, player, seed, matches).matches()
        else:
            from rules_engine.bankout.simulate.traced import called_at_once

            played = [called_at_once(rules, player, seed, number) for number in range(matches)]
        level = [match[1:] for match in played if len(match) > 1]
        return Traces.of(level) if level else None
