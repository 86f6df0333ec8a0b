"""Findings as the referee makes them; the round is known here, and the act names the token."""

from __future__ import annotations

from rules_engine.bankrupt.messages import FINDING_TEXTS, READINGS
from rules_engine.bankrupt.state import Act
from rules_engine.record import SEATS
from rules_engine.record.report import Finding


class Findings:
    """Collects findings; ``turn`` and ``action`` are those of the token that is judged, counted from 1."""

    def __init__(self) -> None:
        self.found: list[Finding] = []
        self.round: int | str = 1
        self.place = 0
        self.turn: int | None = None
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
        text = FINDING_TEXTS[code]
        message, remedy = text.texts(rule, letter, params)
        self.found.append(
            Finding(
                code,
                text.kind,
                rule,
                self.round,
                turn,
                action,
                letter,
                message,
                remedy,
                READINGS.get(rule),
                self.place,
            )
        )
