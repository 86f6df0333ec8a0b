"""Reads values from parsed JSON and reports the place of each invalid one. Pure."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

MAX_COUNT = 10**6  # no count in a tournament is larger; keeps a broken file from costing memory or time


class DataError(ValueError):
    """The data cannot be read. ``str(error)`` is one line with the place and the problem."""

    def __init__(self, place: str, problem: str) -> None:
        self.place = place
        self.problem = problem
        super().__init__(f"{place}: {problem}" if place else problem)


def mapping_of(raw: Any, place: str) -> dict[str, Any]:
    """Read an object. Raises DataError, as do all functions here."""
    if not isinstance(raw, dict):
        raise DataError(place, f"must be an object, not {short(raw)}")
    return raw


def list_of(raw: dict[str, Any], key: str, place: str) -> list[Any]:
    """Read the list under a required key."""
    if key not in raw:
        raise DataError(place, f"no {key}")
    if not isinstance(raw[key], list):
        raise DataError(f"{place}, {key}", f"must be a list, not {short(raw[key])}")
    items: list[Any] = raw[key]
    return items


def name_of(raw: Any, place: str) -> str:
    """Read a player's key: printable, not empty."""
    if not isinstance(raw, str) or not raw or not raw.isprintable():
        raise DataError(place, f"must name a player, not {short(raw)}")
    return raw


def count_of(raw: Any, place: str, most: int = MAX_COUNT) -> int:
    """Read a whole number from 0 to ``most``."""
    if isinstance(raw, bool) or not isinstance(raw, int) or not 0 <= raw <= most:
        raise DataError(place, f"must be a whole number from 0 to {most}, not {short(raw)}")
    return raw


def count_in(row: dict[str, Any], key: str, place: str) -> int | None:
    """Read the count under a key, or None without the key."""
    return None if row.get(key) is None else count_of(row[key], f"{place}, {key}")


def decimal_of(raw: Any, place: str) -> Decimal:
    """Read a number between ``-MAX_COUNT`` and ``MAX_COUNT``."""
    if isinstance(raw, bool) or not isinstance(raw, int | Decimal) or not -MAX_COUNT <= raw <= MAX_COUNT:
        raise DataError(place, f"must be a number of at most {MAX_COUNT}, not {short(raw)}")
    return Decimal(raw)


def decimal_in(row: dict[str, Any], key: str, place: str) -> Decimal | None:
    """Read the number under a key, or None without the key."""
    return None if row.get(key) is None else decimal_of(row[key], f"{place}, {key}")


def one_line(text: str) -> str:
    """Return ``text`` with line breaks and other signs that cannot be shown as escapes."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def short(raw: Any) -> str:
    """Return ``raw`` as JSON in at most 40 characters on one line, for a message."""
    text = json.dumps(raw, default=float)
    return text if len(text) <= 40 else text[:37] + "..."
