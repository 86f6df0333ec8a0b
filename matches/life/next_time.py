"""The next event like one that was: its name, its day, and times that move along. Pure."""

from __future__ import annotations

import re
from datetime import date, timedelta

WEEK = timedelta(days=7)
LAST_NUMBER = re.compile(r"^(?P<before>.*?)(?P<number>\d{1,4})$", re.ASCII | re.DOTALL)


def next_day(day: date, today: date) -> date:
    """The same day of the week, a week later or as many weeks later as it takes to be after today."""
    weeks = max(1, (today - day).days // 7 + 1)
    return day + weeks * WEEK


def next_name(name: str, day: date, new_day: date, *, most: int) -> str:
    """The name with its date or number moved on: the date of ``day`` becomes that of ``new_day``, ``#12`` becomes
    ``#13``. A name with neither gets the new date. A year is a date: ``Open 2026`` is ``Open 2027`` in the next year.
    """
    if day.isoformat() in name:
        return name.replace(day.isoformat(), new_day.isoformat())
    found = LAST_NUMBER.match(name)
    if found is not None and found["number"] != str(day.year):
        number = found["number"]
        return f"{found['before']}{int(number) + 1:0{len(number)}d}"[:most]
    if found is not None and day.year != new_day.year:
        return f"{found['before']}{new_day.year}"
    return f"{name[: most - 11].rstrip()} {new_day.isoformat()}"
