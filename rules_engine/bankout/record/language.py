"""How a Bankout record is spelt (record.md sections 1 to 3)."""

from __future__ import annotations

from rules_engine.bankout.record import notation
from rules_engine.bankout.ruleset import SCHEMA
from rules_engine.record import Language


class BankoutLanguage(Language):
    """The language of Bankout records."""

    schema = SCHEMA
    canonical = notation.CANONICAL
    round_names = ("SD",)
    shared_lines = False
    claim_unit = "dollars"
    clock_mark = "@"
    time_token = "T"  # noqa: S105 - no password
    end_marks = frozenset({"#"})
    draw_keys = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "X")
    suit_keys = ("c", "d", "h", "s")

    def respell(self, token: str) -> str:
        """The canonical spelling of a token; raises ``TokenError``."""
        return notation.canonical(token)
