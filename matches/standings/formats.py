"""Formats exact numbers for people: decimals are rounded once, half up, from the exact value."""

from __future__ import annotations

from fractions import Fraction
from math import floor

NO_VALUE = "–"
"""The text for a missing value."""

PERCENT_DIGITS = 4
"""Shares are shown with four decimals of a per cent (section 5)."""


def decimal(value: Fraction | int, digits: int) -> str:
    """Return ``value`` with exactly ``digits`` decimals: 2/3 with 9 is 0.666666667."""
    scaled = floor(Fraction(value) * 10**digits + Fraction(1, 2))
    sign = "-" if scaled < 0 else ""
    whole, rest = divmod(abs(scaled), 10**digits)
    return f"{sign}{whole}.{rest:0{digits}d}" if digits else f"{sign}{whole}"


def percent(share: Fraction | int) -> str:
    """Return a share as a per cent without the sign: 2/3 is 66.6667."""
    return decimal(Fraction(share) * 100, PERCENT_DIGITS)


def money(amount: int) -> str:
    """Return whole dollars with thousands separators and a true minus: ``−$1,250``."""
    return f"−${-amount:,}" if amount < 0 else f"${amount:,}"


def share_text(value: Fraction) -> str:
    """Return a share as a per cent: ``66.6667%``."""
    return f"{percent(value)}%"


def money_text(value: Fraction) -> str:
    """Return an exact amount of whole dollars: ``$1,250``."""
    return money(int(value))


def number_text(value: Fraction) -> str:
    """Return a whole number without decimals, any other with two: ``3``, ``2.50``."""
    return str(value) if value.denominator == 1 else decimal(value, 2)


def ratio_text(value: Fraction) -> str:
    """Return a ratio to an average with three decimals: ``1.250``."""
    return decimal(value, 3)


def plural_of(value: Fraction) -> int:
    """Return the whole number that decides between *point* and *points*: of a fraction, it is always points."""
    return int(value) if value.denominator == 1 else 2
