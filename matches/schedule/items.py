"""The schedule of an event: what begins when. Pure; times are by the event's clock, ``YYYY-MM-DDTHH:MM``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta

import msgspec

from matches.calendar_years import is_possible

MOST_ITEMS = 60
LONGEST_TEXT = 80
LONGEST_DELAY = 24 * 60
"""Minutes."""
DAY = timedelta(days=1)


class Item(msgspec.Struct, frozen=True):
    """What begins at a time of the event's clock, to the minute. ``planned``: when it was to begin, once a delay has
    moved it.
    """

    at: datetime
    text: str
    planned: datetime | None = None


class Wrong(msgspec.Struct, frozen=True):
    """What is wrong with a line, counted from 1: ``shape``, ``time``, ``year``, ``text``, ``order`` or ``many``.

    ``text`` is the line or its text; of one that is out of order, how it begins if it is on the next day.
    """

    line: int
    code: str
    text: str = ""


def to_stored(items: Iterable[Item]) -> list[dict[str, str]]:
    """The items as the event keeps them."""
    return [_stored(item) for item in items]


def _stored(item: Item) -> dict[str, str]:
    kept = {"at": f"{item.at:%Y-%m-%dT%H:%M}", "text": item.text}
    if item.planned not in (None, item.at):
        kept["planned"] = f"{item.planned:%Y-%m-%dT%H:%M}"
    return kept


def from_stored(stored: Iterable[dict[str, str]]) -> tuple[Item, ...]:
    """The items of an event."""
    return tuple(
        Item(
            datetime.fromisoformat(item["at"]),
            item["text"],
            datetime.fromisoformat(item["planned"]) if "planned" in item else None,
        )
        for item in stored
    )


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
        wrong += [Wrong(number, code, text) for code, text in _faults(items)]
    return tuple(items), wrong


def _faults(items: Sequence[Item]) -> Iterator[tuple[str, str]]:
    """What is wrong with the last of the items: codes and texts."""
    last = items[-1]
    if len(last.text) > LONGEST_TEXT:
        yield "text", last.text
    if len(items) > 1 and last.at < items[-2].at:
        yield "order", f"{items[-2].at.date() + DAY} {last.at:%H:%M}"
    if len(items) == MOST_ITEMS + 1:
        yield "many", last.text


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
    """The items with those that are still to come moved by so many minutes, but none to before ``now``. Those that are
    moved keep when they were planned.
    """
    by = timedelta(minutes=minutes)
    return tuple(
        Item(max(item.at + by, now), item.text, item.planned or item.at) if item.at > now else item for item in items
    )


def moved_by_days(items: Iterable[Item], days: int) -> tuple[Item, ...]:
    """A schedule so many days later."""
    by = timedelta(days=days)
    return tuple(Item(item.at + by, item.text, item.planned and item.planned + by) for item in items)


def as_planned(items: Iterable[Item]) -> tuple[Item, ...]:
    """The items when they were planned to begin, whatever delays there were."""
    return tuple(sorted((Item(item.planned or item.at, item.text) for item in items), key=lambda item: item.at))


def keeping_plan(items: Sequence[Item], before: Iterable[Item]) -> tuple[Item, ...]:
    """A schedule that is written again, in which what stands at its time as ``before`` was planned as before; anything
    else is planned as it is written.
    """
    moved = [item for item in before if item.planned is not None]
    planned: dict[int, datetime | None] = {}
    for is_same in (_is_same_line, _is_same_time):
        for number, item in enumerate(items):
            old = next((old for old in moved if number not in planned and is_same(old, item)), None)
            if old is not None:
                planned[number] = old.planned
                moved.remove(old)
    return tuple(Item(item.at, item.text, planned.get(number)) for number, item in enumerate(items))


def _is_same_line(old: Item, new: Item) -> bool:
    return (old.at, old.text) == (new.at, new.text)


def _is_same_time(old: Item, new: Item) -> bool:
    return old.at == new.at


def begun_among(texts: Sequence[str], begun: Iterable[Collection[str]]) -> set[int]:
    """The numbers of the items, from 0, that are rounds which have begun; ``begun`` are the names of each, in order."""
    found: set[int] = set()
    for names in begun:
        free = (number for number in range(len(texts)) if number not in found)
        item = next((number for number in free if any(_names(texts[number], name) for name in names)), None)
        if item is not None:
            found.add(item)
    return found


def naming(texts: Sequence[str], names: Collection[str]) -> set[int]:
    """The numbers of the items, from 0, that are one of the rounds with these ``names``."""
    return {number for number, text in enumerate(texts) if any(_names(text, name) for name in names)}


def _names(text: str, name: str) -> bool:
    """Whether an item's text names a round: ``Round 1 (50 min)`` does, ``Round 10`` and ``Final standings`` do not."""
    if not text.casefold().startswith(name.casefold()):
        return False
    rest = text[len(name) :]
    return not rest[:1].isalnum() and (name[-1:].isdigit() or not rest.lstrip()[:1].isalnum())


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
