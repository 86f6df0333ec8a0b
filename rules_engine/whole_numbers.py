"""Whole numbers in text from outside: addresses, forms, lists, command lines. Pure.

``int`` takes blanks, signs, underscores and the digits of every script, and raises for thousands of digits; databases
refuse what does not fit their columns. All text from outside is read here instead, and nowhere else (a test looks).
"""

from __future__ import annotations

MOST = 999_999_999
"""Fits every column that holds a number or a key which people see."""


def whole_number(text: object, *, least: int = 0, most: int = MOST) -> int | None:
    """The number that a text writes in plain digits and nothing else; None outside ``least`` to ``most``."""
    digits = str(text) if isinstance(text, str | int) and not isinstance(text, bool) else ""
    if not (digits.isascii() and digits.isdigit()) or len(digits) > len(str(most)):
        return None
    number = int(digits)
    return number if least <= number <= most else None
