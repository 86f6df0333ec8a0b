"""The days of an event and of its sign-up: only those that can be counted with."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from matches.calendar_years import FIRST, LAST, is_possible
from matches.errors import Refused

MOMENTS = ("sign_up_opens", "sign_up_closes")
"""The settings that are moments, as ``YYYY-MM-DDTHH:MM``."""


def moved_moment(moment: str | None, days: int) -> str | None:
    """``YYYY-MM-DDTHH:MM`` so many days later; None stays None."""
    if moment is None:
        return None
    return f"{datetime.fromisoformat(moment) + timedelta(days=days):%Y-%m-%dT%H:%M}"


def day_problem(day: date, parameter: str = "date") -> Refused | None:
    """What is wrong with the day of an event; None if nothing is."""
    return None if is_possible(day.year) else _impossible(parameter)


def day_problems(values: Mapping[str, Any]) -> list[Refused]:
    """Return the problems of the event's day and of its moments, each at its setting."""
    years = {key: int(values[key].split("-")[0]) for key in MOMENTS if values[key]}
    return [
        *filter(None, [values["date"] and day_problem(values["date"])]),
        *(_impossible(key) for key, year in years.items() if not is_possible(year)),
    ]


def _impossible(parameter: str) -> Refused:
    text = _("Check the year: enter one from %(first)d to %(last)d.") % {"first": FIRST, "last": LAST}
    return Refused("year_impossible", text, parameter=parameter)
