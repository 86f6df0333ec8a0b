"""Findings as the referee makes them; a caller names the token by its index."""

from __future__ import annotations

from rules_engine.bank.texts.messages import FINDING_TEXTS, READINGS
from rules_engine.record.finding_list import FindingList, token_place


class Findings(FindingList):
    """Findings of Bank."""

    def __init__(self) -> None:
        super().__init__(FINDING_TEXTS)

    def add(self, code: str, rule: str, action: int | None, seat: str | None, **params: object) -> None:
        """A finding at a token (its index from 0), or at the whole turn or round where ``action`` is None."""
        self.put(code, rule, (self.turn, token_place(action)), seat, params, reading=READINGS.get(rule))
