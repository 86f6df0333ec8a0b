"""The prizes of an event: what each place wins, and each category. Pure.

A line is ``1: €500``, ``3-4: 100``, ``5-8: Booster box``; of a category ``Under 16: €50`` or ``Under 16, 2: €20``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from matches.prizes.amounts import amount_text, read_amount, seems_money

MOST_LINES = 100
MOST_CATEGORIES = 20
LAST_PLACE = 1_000
LONGEST_TEXT = 80
LONGEST_CATEGORY = 40


class Equal(StrEnum):
    """What happens to the prizes of players at equal places."""

    DIVIDE = "divide"
    LOT = "lot"
    RANKING = "ranking"


class OnePrize(StrEnum):
    """Where a person wins no more than one prize."""

    NO = "no"
    EVENT = "event"
    HALL_DAY = "hall_day"


class Prize(msgspec.Struct, frozen=True):
    """What each of the places ``first`` to ``last`` wins: money in the smallest unit, or a thing (``text``).

    ``category`` is "" for the places of the event itself.
    """

    first: int
    last: int
    units: int = 0
    text: str = ""
    category: str = ""


class PrizeTable(msgspec.Struct, frozen=True):
    """The prizes in the order of their lines, their currency ("": none is named), and how they are shared."""

    prizes: tuple[Prize, ...] = ()
    currency: str = ""
    equal: Equal = Equal.DIVIDE
    one_prize: OnePrize = OnePrize.NO

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories that have a prize, in the order of the lines."""
        return tuple(dict.fromkeys(prize.category for prize in self.prizes if prize.category))

    @property
    def total(self) -> int:
        """All the money of the table."""
        return sum(prize.units * (prize.last - prize.first + 1) for prize in self.prizes)


class Wrong(msgspec.Struct, frozen=True):
    """What is wrong with a line, counted from 1.

    ``code``: ``shape``, ``places``, ``text``, ``category``, ``currency``, ``amount``, ``twice`` (money for a place that
    has some), ``many``, ``categories``. ``text`` is the line, or what in it is meant.
    """

    line: int
    code: str
    text: str = ""


_PLACES = r"(?P<first>\d{1,6})(?:\s*[-–]\s*(?P<last>\d{1,6}))?"
_OF_EVENT = re.compile(_PLACES, re.ASCII)
_OF_CATEGORY = re.compile(rf"(?P<name>.*\S)\s*,\s*{_PLACES}", re.ASCII)


def read_lines(text: str) -> tuple[PrizeTable, list[Wrong]]:
    """Read the lines of a table, with what is wrong with them. Empty lines are left out."""
    prizes: list[Prize] = []
    wrong: list[Wrong] = []
    currency = _currency(text)
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        prize, named, code = _read_line(line, currency)
        if prize is None:
            wrong.append(Wrong(number, code, line.strip()))
            continue
        if named not in ("", currency):
            wrong.append(Wrong(number, "currency", currency))
        prizes.append(prize)
        wrong += [Wrong(number, code, meant) for code, meant in _faults(prizes)]
    return PrizeTable(tuple(prizes), currency), wrong


def _currency(text: str) -> str:
    """The first currency that a line names; "" if none does."""
    amounts = (read_amount(line.partition(":")[2]) for line in text.splitlines())
    return next((amount.currency for amount in amounts if amount is not None and amount.currency), "")


def _read_line(line: str, currency: str) -> tuple[Prize | None, str, str]:
    """The prize of a line with the currency that it names; or None and what is wrong."""
    head, colon, value = line.partition(":")
    head, value = " ".join(head.split()), " ".join(value.split())
    if not colon or not head or not value:
        return None, "", "shape"
    name, places = "", _OF_EVENT.fullmatch(head)
    if places is None:
        places = _OF_CATEGORY.fullmatch(head)
        name = places["name"] if places else head
    first = int(places["first"]) if places else 1
    last = int(places["last"] or first) if places else first
    if not 1 <= first <= last <= LAST_PLACE:
        return None, "", "places"
    amount = read_amount(value, currency)
    if amount is None:
        thing = Prize(first, last, text=value, category=name)
        return (None, "", "amount") if seems_money(value) else (thing, "", "")
    if not amount.units:
        return None, "", "amount"
    return Prize(first, last, units=amount.units, category=name), amount.currency, ""


def _faults(prizes: Sequence[Prize]) -> Iterator[tuple[str, str]]:
    """What is wrong with the last of the prizes: codes, and what is meant."""
    last, before = prizes[-1], prizes[:-1]
    if len(last.text) > LONGEST_TEXT:
        yield "text", last.text
    if len(last.category) > LONGEST_CATEGORY or re.search(r"[;:]", last.category):
        yield "category", last.category
    if last.units and (twice := _twice(before, last)):
        yield "twice", str(twice)
    if len(prizes) == MOST_LINES + 1:
        yield "many", ""
    names = {prize.category for prize in before if prize.category}
    if last.category and last.category not in names and len(names) == MOST_CATEGORIES:
        yield "categories", last.category


def _twice(before: Iterable[Prize], last: Prize) -> int:
    """The first place of a line that has money already; 0 if none has."""
    same = [prize for prize in before if prize.units and prize.category == last.category]
    both = [max(prize.first, last.first) for prize in same if prize.first <= last.last and last.first <= prize.last]
    return min(both, default=0)


def as_lines(table: PrizeTable) -> str:
    """The table as ``read_lines`` reads it."""
    return "\n".join(_line(prize, table.currency) for prize in table.prizes)


def _line(prize: Prize, currency: str) -> str:
    places = str(prize.first) if prize.first == prize.last else f"{prize.first}-{prize.last}"
    head = places
    if prize.category:
        head = prize.category if places == "1" and not _reads_as_places(prize) else f"{prize.category}, {places}"
    return f"{head}: {prize.text or amount_text(prize.units, currency)}"


def _reads_as_places(prize: Prize) -> bool:
    """Whether the name alone would be read as places: *Group 1, 2* as place 2 of *Group 1*."""
    return bool(_OF_EVENT.fullmatch(prize.category) or _OF_CATEGORY.fullmatch(prize.category))


def to_stored(table: PrizeTable) -> dict[str, Any]:
    """The table as the event keeps it; empty without prizes."""
    if not table.prizes:
        return {}
    kept: dict[str, Any] = msgspec.to_builtins(table)
    return kept


def from_stored(stored: Mapping[str, Any]) -> PrizeTable:
    """The table of an event."""
    return msgspec.convert(dict(stored), PrizeTable)
