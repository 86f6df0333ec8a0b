"""Tables as ranges of numbers, such as ``1–40, 45``: read, written, joined, taken apart.

Ranges are pairs of the first and the last number, in order, without overlap or gaps of nothing between them: 1–4 and
5–8 are 1–8. An empty tuple means that nothing limits the tables: 1, 2, 3 and on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, count
from typing import NamedTuple

MOST_TABLE = 99_999
"""The highest number of a table."""
MOST_RANGES = 40

Ranges = tuple[tuple[int, int], ...]

_PART = re.compile(r"(\d{1,6})(?:\s*[-–—]\s*(\d{1,6}))?")


class RangeProblem(NamedTuple):
    """Why a text is no list of ranges: ``unreadable``, ``out_of_range``, ``backwards``, ``twice`` or ``too_many``.

    ``part`` is the part of the text that is wrong.
    """

    code: str
    part: str


class RangeError(ValueError):
    """A text that is no list of ranges; ``problems`` has every part that is wrong."""

    def __init__(self, problems: list[RangeProblem]) -> None:
        super().__init__(", ".join(f"{problem.code}: {problem.part}" for problem in problems))
        self.problems = problems


def read_ranges(text: str) -> Ranges:
    """Read ``1-40, 45, 50–60``; an empty text gives no ranges. Raises RangeError."""
    found: list[tuple[int, int]] = []
    problems: list[RangeProblem] = []
    for part in filter(None, (piece.strip() for piece in re.split(r"[,;\n]", text))):
        match = _PART.fullmatch(part)
        if match is None:
            problems.append(RangeProblem("unreadable", part))
            continue
        first, last = int(match[1]), int(match[2] or match[1])
        if not (1 <= first <= MOST_TABLE and 1 <= last <= MOST_TABLE):
            problems.append(RangeProblem("out_of_range", part))
        elif last < first:
            problems.append(RangeProblem("backwards", part))
        elif any(first <= end and start <= last for start, end in found):
            problems.append(RangeProblem("twice", part))
        else:
            found.append((first, last))
    if len(found) > MOST_RANGES:
        problems.append(RangeProblem("too_many", text))
    if problems:
        raise RangeError(problems)
    return joined(found)


def write_ranges(ranges: Iterable[tuple[int, int]]) -> str:
    """``1–40, 45``."""
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in ranges)


def joined(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """The ranges in order; those that touch or overlap are one."""
    whole: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if whole and first <= whole[-1][1] + 1:
            whole[-1] = (whole[-1][0], max(whole[-1][1], last))
        else:
            whole.append((first, last))
    return tuple(whole)


def of_numbers(numbers: Iterable[int]) -> Ranges:
    """The ranges that hold exactly these numbers."""
    return joined((number, number) for number in numbers)


def numbers(ranges: Ranges) -> Iterator[int]:
    """The tables in the order of the ranges, without end: what comes after the last range lies outside all of them.

    So a round can be drawn whose tables do not suffice; which ones are outside is seen in the draft.
    """
    if not ranges:
        return count(1)
    inside = chain.from_iterable(range(first, last + 1) for first, last in ranges)
    return chain(inside, count(max(last for _first, last in ranges) + 1))


def size(ranges: Ranges) -> int:
    """How many tables the ranges have."""
    return sum(last - first + 1 for first, last in ranges)


def holds(ranges: Ranges, number: int) -> bool:
    """Whether a table is in the ranges; no ranges hold every table."""
    return not ranges or any(first <= number <= last for first, last in ranges)


def without(ranges: Ranges, taken: Ranges) -> Ranges:
    """The parts of the ranges that none of ``taken`` covers."""
    left: list[tuple[int, int]] = []
    for first, last in ranges:
        start = first
        for low, high in taken:
            if high < start or low > last:
                continue
            if low > start:
                left.append((start, low - 1))
            start = high + 1
        if start <= last:
            left.append((start, last))
    return tuple(left)


def offered(free: Ranges, needed: int) -> Ranges:
    """Which of the free tables to offer to an event that needs so many: one stretch where one is long enough, the
    shortest such; else from the longest on until they suffice, or all.
    """
    fitting = [stretch for stretch in free if stretch[1] - stretch[0] + 1 >= needed]
    if fitting:
        first, _last = min(fitting, key=lambda stretch: (stretch[1] - stretch[0], stretch))
        return ((first, first + needed - 1),) if needed else ()
    chosen: list[tuple[int, int]] = []
    for first, last in sorted(free, key=lambda stretch: (stretch[0] - stretch[1], stretch)):
        if needed <= 0:
            break
        end = min(last, first + needed - 1)
        chosen.append((first, end))
        needed -= end - first + 1
    return joined(chosen)
