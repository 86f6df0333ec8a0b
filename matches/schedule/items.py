"""The schedule of an event: what begins when. Pure; times are by the event's clock, ``YYYY-MM-DDTHH:MM``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta

import msgspec

from matches.calendar_years import is_possible

MOST_ITEMS = 60
LONGEST_TEXT = 80
LONGEST_DELAY = 24 * 60
"""Minutes."""


class Item(msgspec.Struct, frozen=True):
    """What begins at a time of the event's clock, to the minute."""

    at: datetime
    text: str


class Wrong(msgspec.Struct, frozen=True):
    """What is wrong with a line, counted from 1: ``shape``, ``time``, ``year``, ``text``, ``order`` or ``many``."""

    line: int
    code: str
    text: str = ""


def to_stored(items: Iterable[Item]) -> list[dict[str, str]]:
    """The items as the event keeps them."""
    return [{"at": f"{item.at:%Y-%m-%dT%H:%M}", "text": item.text} for item in items]


def from_stored(stored: Iterable[dict[str, str]]) -> tuple[Item, ...]:
    """The items of an event."""
    return tuple(Item(datetime.fromisoformat(item["at"]), item["text"]) for item in stored)


LINE = re.compile(r"(?:(?P<day>\d{4}-\d\d-\d\d)[ T]+)?(?P<hour>\d{1,2})[:.](?P<minute>\d\d)\s+(?P<text>\S.*)", re.ASCII)


def read_lines(text: str, first_day: date) -> tuple[tuple[Item, ...], list[Wrong]]:
    """Read lines such as ``10:00 Round 1``, with what is wrong with them.

    A line is on the day of the line before it, the first on ``first_day``; ``2026-11-30 10:00 Round 6`` begins another
    day. Empty lines are left out.
    """
    items: list[Item] = []
    wrong: list[Wrong] = []
    day = first_day
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        found = LINE.fullmatch(line.strip())
        if found is None:
            wrong.append(Wrong(number, "shape", line.strip()))
            continue
        try:
            day = date.fromisoformat(found["day"]) if found["day"] else day
            at = datetime.combine(day, time(int(found["hour"]), int(found["minute"])))
        except ValueError:
            wrong.append(Wrong(number, "time", line.strip()))
            continue
        if not is_possible(day.year):
            wrong.append(Wrong(number, "year", line.strip()))
            continue
        items.append(Item(at, " ".join(found["text"].split())))
        wrong += [Wrong(number, code, items[-1].text) for code in _faults(items)]
    return tuple(items), wrong


def _faults(items: Sequence[Item]) -> Iterator[str]:
    """What is wrong with the last of the items."""
    if len(items[-1].text) > LONGEST_TEXT:
        yield "text"
    if len(items) > 1 and items[-1].at < items[-2].at:
        yield "order"
    if len(items) == MOST_ITEMS + 1:
        yield "many"


def as_lines(items: Iterable[Item], first_day: date) -> str:
    """The items as ``read_lines`` reads them."""
    lines = []
    day = first_day
    for item in items:
        other = "" if item.at.date() == day else f"{item.at.date().isoformat()} "
        day = item.at.date()
        lines.append(f"{other}{item.at:%H:%M} {item.text}")
    return "\n".join(lines)


def later(items: Iterable[Item], minutes: int, now: datetime) -> tuple[Item, ...]:
    """The items with those that are still to come moved by so many minutes, but none to before ``now``."""
    by = timedelta(minutes=minutes)
    return tuple(msgspec.structs.replace(item, at=max(item.at + by, now)) if item.at > now else item for item in items)


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """What a proposal is made of: the names of the rounds and of those of the cut, minutes for each and between them,
    and a break of ``pause`` minutes after ``pause_after`` rounds (0: none).
    """

    start: datetime
    rounds: tuple[str, ...]
    cut: tuple[str, ...] = ()
    minutes: int = 50
    between: int = 10
    pause_after: int = 0
    pause: int = 0
    pause_text: str = ""
    end_text: str = ""


def proposed(course: Course) -> tuple[Item, ...]:
    """When each round begins if none takes longer than planned, with the break, and what comes at the end."""
    items: list[Item] = []
    at = course.start
    for number, name in enumerate((*course.rounds, *course.cut), 1):
        items.append(Item(at, name))
        at += timedelta(minutes=course.minutes)
        last = number == len(course.rounds) + len(course.cut)
        if course.pause and number == course.pause_after and not last:
            items.append(Item(at, course.pause_text))
            at += timedelta(minutes=course.pause)
        elif not last:
            at += timedelta(minutes=course.between)
    if course.end_text:
        items.append(Item(at, course.end_text))
    return tuple(items)
