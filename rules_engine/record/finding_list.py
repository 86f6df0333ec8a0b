"""The findings of a referee as they are made. Round and turn are known here, so that a caller names only the token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_engine.record.report import Finding, Kind
from rules_engine.rules.notes import FindingText


class FindingList:
    """Collects findings in any order; the report sorts them. A game says how its referee names seats and tokens.

    ``turn`` is the one that findings concern from now on, counted from 1; None for the whole round.
    """

    def __init__(self, texts: Mapping[str, FindingText]) -> None:
        self.texts = texts
        self.found: list[Finding] = []
        self.place = 0
        self.round: int | str = 1
        self.turn: int | None = None

    def enter_round(self, place: int, name: int | str) -> None:
        """Findings from now on concern this round, the one at this place of the record."""
        self.place, self.round, self.turn = place, name, None

    def put(
        self,
        code: str,
        rule: str,
        where: tuple[int | None, int | None],
        seat: str | None,
        params: Mapping[str, Any],
        *,
        reading: str | None = None,
        kind: Kind | None = None,
    ) -> None:
        """A finding at a turn and a token of it, both from 1; None for the whole round or turn."""
        text = self.texts[code]
        message, remedy = text.texts(rule, seat, params)
        turn, action = where
        self.found.append(
            Finding(code, kind or text.kind, rule, self.round, turn, action, seat, message, remedy, reading, self.place)
        )


def token_place(index: int | None) -> int | None:
    """The place of a token as findings count it, from its index from 0; None for the whole turn."""
    return None if index is None else index + 1
