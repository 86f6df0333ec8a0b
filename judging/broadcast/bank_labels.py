"""What each player of a match has, in words."""

from __future__ import annotations

from rules_engine.table import View
from rules_engine.views.drawing import amount_text


def first_banks(view: View) -> dict[str, str]:
    """What each seat has in its first Bank; empty while nobody can know it."""
    found: dict[str, str] = {}
    for bank in view.banks:
        if bank.seat is not None:
            found.setdefault(bank.seat, amount_text(bank.amount, bank.unit) if bank.amount is not None else "")
    return found
