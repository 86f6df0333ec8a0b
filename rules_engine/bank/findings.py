"""Findings as the referee makes them; the round and the turn are known here, so that a caller names only the token."""

from __future__ import annotations

from rules_engine.bank.messages import FINDING_TEXTS, READINGS
from rules_engine.record.report import Finding


class Findings:
    """Collects findings in any order."""

    def __init__(self) -> None:
        self.found: list[Finding] = []
        self.round: int | str = 1
        self.place = 0
        self.turn: int | None = None  # counted from 1; None for the whole round

    def add(self, code: str, rule: str, action: int | None, seat: str | None, **params: object) -> None:
        """A finding at a token (its index from 0), or at the whole turn or round where ``action`` is None."""
        text = FINDING_TEXTS[code]
        message, remedy = text.texts(rule, seat, params)
        self.found.append(
            Finding(
                code,
                text.kind,
                rule,
                self.round,
                self.turn,
                None if action is None else action + 1,
                seat,
                message,
                remedy,
                READINGS.get(rule),
                self.place,
            )
        )
