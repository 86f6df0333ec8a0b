"""Findings as the referee makes them; a caller names the token by its index and the seat by its number."""

from __future__ import annotations

from rules_engine.record.finding_list import FindingList, token_place
from rules_engine.stage.texts.messages import FINDING_TEXTS

SEAT_NAMES = "ABCDEFGH"
SEAT_NUMBERS = {letter: number for number, letter in enumerate(SEAT_NAMES)}


class Findings(FindingList):
    """Findings of the stage game."""

    def __init__(self) -> None:
        super().__init__(FINDING_TEXTS)

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
        letter, where = None if seat is None else SEAT_NAMES[seat], (self.turn, token_place(index))
        self.put(code, rule, where, letter, params, reading=reading or None, kind="note" if lie else None)
