"""How a Bankout record is spelt: its tokens, and the ``rules`` of its head in canonical form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules_engine.bankout import notation
from rules_engine.bankout.ruleset import SCHEMA
from rules_engine.configuration import Problem


class BankoutLanguage:
    """The ``Language`` of Bankout records (record.md sections 1 to 3)."""

    canonical = notation.CANONICAL
    options = SCHEMA.options

    def __init__(self) -> None:
        self._spelt: dict[bytes, tuple[dict[str, Any], list[Problem]]] = {}

    def respell(self, token: str) -> str:
        """The canonical spelling of a token; raises ``TokenError``."""
        return notation.canonical(token)

    def rules(self, raw: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
        """Canonical ``rules`` and what is wrong with them; nothing that the record leaves out is filled in.

        Words are read in either case, ``on`` and ``off`` for true and false, variants as a list or as one text. Keys
        that mean nothing are kept. The few heads of an event are remembered.
        """
        key = msgspec.json.encode(raw)
        if key not in self._spelt:
            if len(self._spelt) > 256:
                self._spelt.clear()
            self._spelt[key] = SCHEMA.spell(raw)
        return self._spelt[key]
