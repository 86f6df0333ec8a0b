"""Exact numbers as people read them: decimals rounded once, half up, from the exact value."""

from __future__ import annotations

from fractions import Fraction
from math import floor

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


SHARES = frozenset({"omw", "rw", "orw"})
MONEY = frozenset({"bank_diff", "bank_total"})


def money(amount: int) -> str:
    """Whole dollars with thousands separators, and a true minus: ``−$1,250``."""
    return f"−${-amount:,}" if amount < 0 else f"${amount:,}"


def tie_break(key: str, value: Fraction | str | int | None) -> str:
    """A tie-break, as it stands in a table or a snapshot: shares as per cent, money with ``$``, none as a dash."""
    if value is None:
        return "–"
    if key in SHARES:
        return f"{percent(Fraction(value))} %"
    if key in MONEY:
        return money(int(value))
    exact = Fraction(value)
    return str(exact) if exact.denominator == 1 else decimal(exact, 2)
