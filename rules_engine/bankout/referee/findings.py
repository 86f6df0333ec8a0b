"""Findings as the referee makes them; a caller names the token by its index."""

from __future__ import annotations

from rules_engine.bankout.holding import limit_text
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.texts.messages import FINDING_TEXTS
from rules_engine.record.finding_list import FindingList, token_place
from rules_engine.record.report import Finding, in_order

_LAST = 1 << 60


class Findings(FindingList):
    """Findings of Bankout, in the order of its rounds."""

    def __init__(self, rules: BankoutRuleSet) -> None:
        super().__init__(FINDING_TEXTS)
        self._limit = limit_text(rules)

    def __bool__(self) -> bool:
        return bool(self.found)

    def add(
        self, code: str, rule: str, index: int | None, seat: str | None, reading: str = "", **params: object
    ) -> None:
        """A finding at a token (its index from 0), or at the whole turn or round where ``index`` is None."""
        where = (self.turn, token_place(index))
        self.put(code, rule, where, seat, {"limit": self._limit, **params}, reading=reading or None)

    def in_order(self) -> list[Finding]:
        """By round (Sudden Death last), and within it as in every report."""
        return sorted(in_order(self.found), key=lambda finding: _LAST if finding.round == "SD" else int(finding.round))
