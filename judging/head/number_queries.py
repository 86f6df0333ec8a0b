"""Numbers that a device gave to what was logged on it, and that never reached the server."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from judging.models import Record, UnloggedEntry
from matches.models import Event

MOST_GAPS = 20


@dataclass(frozen=True, slots=True)
class NumberedEntry:
    """An entry that came with a number of its device, where and when it was made."""

    number: int
    table: int | None
    at: datetime
    judge: str


@dataclass(frozen=True, slots=True)
class NumberGap:
    """Numbers ``first`` to ``last`` of one device have not come: lost there, or not sent yet.

    They were given after the entry ``after``, None where they are the device's first, and before ``before``.
    """

    first: int
    last: int
    after: NumberedEntry | None
    before: NumberedEntry

    @property
    def judge(self) -> str:
        """Who used the device next."""
        return self.before.judge

    @property
    def numbers(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def number_gaps(event: Event) -> list[NumberGap]:
    """What is missing among the numbers of each device. What came and was refused is not missing. Two queries."""
    found: dict[str, dict[int, NumberedEntry]] = defaultdict(dict)
    unlogged = UnloggedEntry.objects.filter(event=event).select_related("judge")
    for row in unlogged:
        at = row.device_time or row.server_time
        found[row.device][row.number] = NumberedEntry(row.number, row.table, at, str(row.judge or ""))
    records = Record.objects.filter(event=event, device_number__isnull=False).select_related("judge")
    for record in records.order_by("sequence"):
        number, at = record.device_number or 0, record.device_time or record.server_time
        found[record.device][number] = NumberedEntry(number, record.table, at, str(record.judge or ""))
    return [gap for entries in found.values() for gap in list(_gaps(entries))[:MOST_GAPS]]


def _gaps(entries: dict[int, NumberedEntry]) -> Iterator[NumberGap]:
    came = [None, *(entries[number] for number in sorted(entries))]
    for before, after in pairwise(came):
        last = before.number if before else 0
        if after is not None and after.number > last + 1:
            yield NumberGap(last + 1, after.number - 1, before, after)
