"""Findings as the referee makes them. Round and turn are known here, so that a caller names only the token."""

from __future__ import annotations

from rules_engine.record.report import Finding
from rules_engine.stage.messages import FINDING_TEXTS

SEAT_NAMES = "ABCDEFGH"
SEAT_NUMBERS = {letter: number for number, letter in enumerate(SEAT_NAMES)}


class Findings:
    """Collects findings in any order; the report sorts them."""

    def __init__(self) -> None:
        self.found: list[Finding] = []
        self.place = 0
        self.round: int | str = 0
        self.turn: int | None = None  # that findings concern from now on, counted from 1; None for the whole round

    def enter_round(self, place: int, name: int | str) -> None:
        """Findings from now on concern this round, the one at this place of the record."""
        self.place, self.round, self.turn = place, name, None

    def add(
        self,
        code: str,
        rule: str,
        index: int | None,
        seat: int | None,
        reading: str = "",
        *,
        lie: bool = False,
        **params: object,
    ) -> None:
        """A finding at a token (its index from 0), or at the whole turn or round where ``index`` is None.

        A ``lie`` is something that stands in Liar: a note.
        """
        letter = None if seat is None else SEAT_NAMES[seat]
        text = FINDING_TEXTS[code]
        message, remedy = text.texts(rule, letter, params)
        self.found.append(
            Finding(
                code,
                "note" if lie else text.kind,
                rule,
                self.round,
                self.turn,
                None if index is None else index + 1,
                letter,
                message,
                remedy,
                reading or None,
                self.place,
            )
        )
