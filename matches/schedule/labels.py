"""The schedule as pages show it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.calendar_years import FIRST, LAST
from matches.models import Event
from matches.schedule.items import LONGEST_TEXT, MOST_ITEMS, Wrong, from_stored


@dataclass(frozen=True, slots=True)
class ItemShown:
    """What begins at a moment; ``day`` names the day where it is another than that of the item before."""

    at: datetime
    text: str
    day: str


def schedule_of(event: Event) -> list[ItemShown]:
    """The items of an event with their moments. No query."""
    zone = ZoneInfo(event.time_zone)
    shown: list[ItemShown] = []
    day = event.date
    for item in from_stored(event.schedule):
        named = "" if item.at.date() == day else date_format(item.at, "l, j F")
        day = item.at.date()
        shown.append(ItemShown(item.at.replace(tzinfo=zone), item.text, named))
    return shown


def wrong_text(wrong: Wrong) -> str:
    """What is wrong with a line, and what to do."""
    return WRONG[wrong.code]() % {
        "line": wrong.line,
        "text": wrong.text,
        "most": LONGEST_TEXT,
        "items": MOST_ITEMS,
        "first": FIRST,
        "last": LAST,
    }


WRONG = {
    "shape": lambda: _("Line %(line)d: write a time and a text, such as 10:00 Round 1."),
    "time": lambda: _("Line %(line)d: there is no such time: %(text)s"),
    "year": lambda: _("Line %(line)d: check the year. Enter one from %(first)d to %(last)d."),
    "text": lambda: _("Line %(line)d: use at most %(most)d characters."),
    "order": lambda: _("Line %(line)d is before the line above. Start another day with its date: 2026-11-30 10:00."),
    "many": lambda: _("Line %(line)d: a schedule has at most %(items)d lines."),
}


def moved_text(count: int, minutes: int) -> str:
    """How many items were moved, and whether they are later or earlier now."""
    if minutes < 0:
        text = ngettext("%(n)d item is earlier now.", "%(n)d items are earlier now.", count)
    else:
        text = ngettext("%(n)d item is later now.", "%(n)d items are later now.", count)
    return text % {"n": count}
