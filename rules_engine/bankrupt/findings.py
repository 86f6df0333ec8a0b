"""Findings as the referee makes them; the act names the token, and the seat has its number."""

from __future__ import annotations

from rules_engine.bankrupt.state import Act
from rules_engine.bankrupt.texts.messages import FINDING_TEXTS, READINGS
from rules_engine.record import SEATS
from rules_engine.record.finding_list import FindingList


class Findings(FindingList):
    """Findings of Bankrupt; ``action`` is the token that is judged, counted from 1."""

    def __init__(self) -> None:
        super().__init__(FINDING_TEXTS)
        self.action: int | None = None
        self.token = ""

    def at(self, act: Act) -> None:
        """The token of this act is judged now."""
        self.action, self.token = act.action, act.token.text

    def add(self, code: str, rule: str, seat: int | None, **params: object) -> None:
        """A finding at the token that is judged."""
        self.add_at(code, rule, seat, self.turn, self.action, token=self.token, **params)

    def add_at(
        self, code: str, rule: str, seat: int | None, turn: int | None, action: int | None, **params: object
    ) -> None:
        """A finding at a place."""
        letter = None if seat is None else SEATS[seat]
        self.put(code, rule, (turn, action), letter, params, reading=READINGS.get(rule))
