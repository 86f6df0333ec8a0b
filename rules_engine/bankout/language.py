"""How a Bankout record is spelt (record.md sections 1 to 3)."""

from __future__ import annotations

from rules_engine.bankout import notation
from rules_engine.bankout.ruleset import SCHEMA
from rules_engine.record import Language


class BankoutLanguage(Language):
    """The language of Bankout records."""

    schema = SCHEMA
    canonical = notation.CANONICAL
    round_names = ("SD",)
    shared_lines = False
    claim_unit = "dollars"

    def respell(self, token: str) -> str:
        """The canonical spelling of a token; raises ``TokenError``."""
        return notation.canonical(token)
