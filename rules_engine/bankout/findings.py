"""Findings as the referee makes them. Round and turn are known here, so that a caller names only the token."""

from __future__ import annotations

from rules_engine.bankout.holding import limit_text
from rules_engine.bankout.messages import FINDING_TEXTS
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.record.report import Finding

_LAST = 1 << 60  # what concerns a whole turn or round comes after its parts


class Findings:
    """Collects findings in any order and gives them in the order of the record."""

    def __init__(self, rules: BankoutRuleSet) -> None:
        self._limit = limit_text(rules)
        self._found: list[tuple[tuple[int, int, int, int, str], Finding]] = []
        self._place = 0
        self._round: int | str = 0
        self.turn: int | None = None  # that findings concern from now on, counted from 1; None for the whole round

    def __bool__(self) -> bool:
        return bool(self._found)

    def enter_round(self, place: int, name: int | str) -> None:
        """Findings from now on concern this round, the one at this place of the record."""
        self._place, self._round, self.turn = place, name, None

    def add(
        self, code: str, rule: str, index: int | None, seat: str | None, reading: str = "", **params: object
    ) -> None:
        """A finding at a token (its index from 0), or at the whole turn or round where ``index`` is None."""
        action = None if index is None else index + 1
        text = FINDING_TEXTS[code]
        message, remedy = text.texts(rule, seat, {"limit": self._limit, **params})
        finding = Finding(
            code, text.kind, rule, self._round, self.turn, action, seat, message, remedy, reading or None, self._place
        )
        number = _LAST if self._round == "SD" else int(self._round)
        key = (
            number,
            self._place,
            _LAST if self.turn is None else self.turn,
            _LAST if action is None else action,
            code,
        )
        self._found.append((key, finding))

    def in_order(self) -> list[Finding]:
        """By round (Sudden Death last), turn and action, what concerns the whole last, then by code."""
        return [finding for _, finding in sorted(self._found, key=lambda placed: placed[0])]
