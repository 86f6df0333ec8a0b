"""Numbers as people type them: ``2410``, ``$2,410``. Pure."""

from __future__ import annotations

import re
import unicodedata

AMOUNT = r"\$?\s?(?:\d{1,3}(?:[,.'’]\d{3}){1,2}|\d{1,9})\s?\$?"
"""The pattern of a number; spaces do not separate thousands."""


def plain_text(text: str) -> str:
    """Return the text with ASCII digits and signs, and with single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def whole(amount: str) -> int:
    """The number of an amount that the pattern matches."""
    return int(re.sub(r"\D", "", amount))
