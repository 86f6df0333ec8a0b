"""Exact numbers as people read them: decimals rounded once, half up, from the exact value."""

from __future__ import annotations

from fractions import Fraction
from math import floor

NO_VALUE = "–"
"""What stands for a value that there is not."""

PERCENT_DIGITS = 4
"""Shares are shown to four decimals of a per cent (section 5)."""


def decimal(value: Fraction | int, digits: int) -> str:
    """``value`` with exactly ``digits`` decimals: 2/3 with 9 is 0.666666667."""
    scaled = floor(Fraction(value) * 10**digits + Fraction(1, 2))
    sign = "-" if scaled < 0 else ""
    whole, rest = divmod(abs(scaled), 10**digits)
    return f"{sign}{whole}.{rest:0{digits}d}" if digits else f"{sign}{whole}"


def percent(share: Fraction | int) -> str:
    """A share as a per cent without the sign: 2/3 is 66.6667."""
    return decimal(Fraction(share) * 100, PERCENT_DIGITS)


def money(amount: int) -> str:
    """Whole dollars with thousands separators, and a true minus: ``−$1,250``."""
    return f"−${-amount:,}" if amount < 0 else f"${amount:,}"


def share_text(value: Fraction) -> str:
    """A share as a per cent: ``66.6667 %``."""
    return f"{percent(value)} %"


def money_text(value: Fraction) -> str:
    """An exact amount of whole dollars: ``$1,250``."""
    return money(int(value))


def number_text(value: Fraction) -> str:
    """A whole number as it is, another with two decimals: ``3``, ``2.50``."""
    return str(value) if value.denominator == 1 else decimal(value, 2)
