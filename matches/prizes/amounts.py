"""Money of prizes, exact in the smallest unit of its currency. Pure."""

from __future__ import annotations

import re

import msgspec

SYMBOLS = "€$£¥₩₹₽₺₪฿₫₴₱₦₡"
CURRENCY = rf"[A-Z]{{1,2}}\$|[{SYMBOLS}]|[A-Z]{{3}}"
WITHOUT_PARTS = {"¥", "₩", "₫", "JPY", "KRW", "VND", "ISK", "CLP"}
"""Currencies whose smallest unit is the whole."""
MOST = 10**12
"""In smallest units: no prize is worth more."""

_NUMBER = r"\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d\d)?|\d+(?:[.,]\d{1,2})?"
_AMOUNT = re.compile(rf"(?P<before>{CURRENCY})?\s*(?P<number>{_NUMBER})\s*(?P<after>{CURRENCY})?", re.ASCII)
_WRITTEN_OUT = re.compile(rf"(?:{_NUMBER})\s*(?:euros?|dollars?|pounds?|eur|usd|gbp|chf)|[\d.,' ]+", re.ASCII | re.I)
_PARTS = re.compile(r"(?P<whole>.*\d)[.,](?P<parts>\d{1,2})", re.ASCII)


class Amount(msgspec.Struct, frozen=True):
    """So many smallest units, cents for example; ``currency`` is "" where the text names none."""

    units: int
    currency: str = ""


def read_amount(text: str, currency: str = "") -> Amount | None:
    """Read ``500``, ``€1,250.50``, ``12,50 €`` or ``EUR 500``; None for any other text.

    A comma, point, space or apostrophe before three digits separates thousands; before one or two digits, a comma or
    point separates the parts. What the currency has no unit for, such as half a yen, is no amount. Where the text
    names no currency, it is in ``currency``.
    """
    found = _AMOUNT.fullmatch(text.strip())
    if found is None or (found["before"] and found["after"]):
        return None
    currency = found["before"] or found["after"] or currency
    split = _PARTS.fullmatch(found["number"])
    whole, parts = (split["whole"], split["parts"]) if split else (found["number"], "")
    units = int(re.sub(r"\D", "", whole)[:20])
    if currency in WITHOUT_PARTS:
        return Amount(units, currency) if not parts.strip("0") and units <= MOST else None
    units = units * 100 + int(parts.ljust(2, "0"))
    return Amount(units, currency) if units <= MOST else None


def seems_money(text: str) -> bool:
    """Whether a text that is no amount seems to mean money, such as ``500 euros``, ``¥0.5`` or ``1,2,3``."""
    return any(pattern.fullmatch(text.strip()) for pattern in (_AMOUNT, _WRITTEN_OUT))


def amount_number(units: int, currency: str) -> str:
    """An amount as a program reads it: ``1250.50``, without separators between thousands."""
    if currency in WITHOUT_PARTS:
        return str(units)
    return f"{units // 100}.{units % 100:02d}" if units % 100 else str(units // 100)


def amount_text(units: int, currency: str) -> str:
    """``€1,250``, ``€12.50``, ``500 EUR``: as ``read_amount`` reads it, the parts only where there are any."""
    if currency in WITHOUT_PARTS:
        number = f"{units:,}"
    else:
        whole, parts = divmod(units, 100)
        number = f"{whole:,}.{parts:02d}" if parts else f"{whole:,}"
    return f"{number} {currency}" if currency.isalpha() else f"{currency}{number}"
