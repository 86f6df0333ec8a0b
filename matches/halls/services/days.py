"""Make, change and remove a hall day: its name, date, place and tables."""

from __future__ import annotations

import zoneinfo
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from matches.audit.services import Actor, raise_versions
from matches.enums import Role
from matches.errors import NotAllowed, Refused
from matches.events.services.days import day_problem
from matches.halls.services.acts import HallChange, hall_act, write_row
from matches.models import Event, HallDay, HallRole, User
from matches.names.address_services import insert_at_free_slug
from matches.names.display import tidy
from matches.table_ranges import RangeError, Ranges, read_ranges

MOST_NAME, MOST_VENUE = 120, 160
TAKEN = frozenset({"new"})
"""Addresses of other pages."""
MOST_HALL_DAYS = 200
"""So many a person may have made: each has an address of its own."""


@dataclass(frozen=True, kw_only=True)
class HallTerms:
    """What a hall day states of itself. ``tables`` is a list such as ``1–120``; "": as many as are needed."""

    name: str
    date: date
    venue: str = ""
    time_zone: str = "UTC"
    tables: str = ""


def create_hall_day(*, actor: Actor, terms: HallTerms) -> HallDay:
    """Make a hall day. Whoever makes it is its organiser.

    Raises NotAllowed without an account, and Refused at the part of ``terms`` that is wrong.
    """
    if actor.user is None or not actor.user.is_active or actor.is_player:
        raise NotAllowed(_("Sign in first."))
    values = _checked(terms)
    with transaction.atomic():
        # The row of the account is the lock: nobody makes more than they may by doing it twice at once.
        user = User.objects.select_for_update().get(pk=actor.user.pk)
        if HallDay.objects.filter(created_by=user).count() >= MOST_HALL_DAYS:
            text = _("You have already made %(most)d hall days. Use one of them.") % {"most": MOST_HALL_DAYS}
            raise Refused("too_many_hall_days", text)
        hall_day = _insert(HallDay(created_by=user, **values))
        HallRole.objects.create(hall_day=hall_day, user=user, role=Role.ORGANISER)
        write_row(HallChange(name="create_hall_day", hall_day=hall_day, actor=actor, at=timezone.now()))
    return hall_day


def update_hall_day(*, hall_day: HallDay, actor: Actor, terms: HallTerms) -> HallDay:
    """Change what a hall day states of itself; its address stays. Raises Refused as ``create_hall_day``."""
    with hall_act("update_hall_day", hall_day=hall_day, actor=actor) as change:
        row = change.hall_day
        values = _checked(terms)
        changed = sorted(key for key, value in values.items() if getattr(row, key) != value)
        for key in changed:
            setattr(row, key, values[key])
        row.save(update_fields=changed)
        change.note(changed=changed, tables=row.tables)
        raise_versions({(pk, "event") for pk in Event.objects.filter(hall_day=row).values_list("pk", flat=True)})
    return row


def remove_hall_day(*, hall_day: HallDay, actor: Actor) -> None:
    """Remove a hall day that has no events: nobody finds it any more. Its log stays, and so does its address.

    Raises Refused while events are in it.
    """
    with hall_act("remove_hall_day", hall_day=hall_day, actor=actor) as change:
        row = change.hall_day
        names = list(Event.objects.filter(hall_day=row).order_by("pk").values_list("name", flat=True))
        if names:
            raise Refused("has_events", _("Remove its events first:"), details=names, conflict=True)
        row.removed_at = change.at
        row.save(update_fields=["removed_at"])
        change.note(name=row.name)


def checked_ranges(text: str, *, parameter: str) -> Ranges:
    """Read a list of tables. Raises Refused at ``parameter``, with every part that is wrong."""
    try:
        return read_ranges(text)
    except RangeError as error:
        parts = ", ".join(f"“{problem.part[:20]}”" for problem in error.problems[:5])
        message = _("Write tables as numbers and ranges, such as 1–40, 45. Check %(parts)s.") % {"parts": parts}
        raise Refused("tables_unreadable", message, parameter=parameter) from None


def _checked(terms: HallTerms) -> dict[str, object]:
    name, venue = tidy(terms.name), tidy(terms.venue)
    if not name:
        raise Refused("name_missing", _("Enter a name."), parameter="name")
    for parameter, text, most in (("name", name, MOST_NAME), ("venue", venue, MOST_VENUE)):
        if len(text) > most:
            raise Refused("too_long", _("Use at most %(most)d characters.") % {"most": most}, parameter=parameter)
    if problem := day_problem(terms.date):
        raise problem
    if terms.time_zone not in zoneinfo.available_timezones():
        raise Refused("time_zone_unknown", _("Choose a time zone from the list."), parameter="time_zone")
    ranges = checked_ranges(terms.tables, parameter="tables")
    return {
        "name": name,
        "date": terms.date,
        "venue": venue,
        "time_zone": terms.time_zone,
        "tables": [list(span) for span in ranges],
    }


def _insert(hall_day: HallDay) -> HallDay:
    """Save a new hall day at a free address; tried again when another one takes it at the same moment."""
    base = slugify(hall_day.name)[:50].strip("-") or f"hall-{hall_day.date.isoformat()}"
    if insert_at_free_slug(hall_day, base, reserved=TAKEN):
        return hall_day
    text = _("Another hall day has just taken this address. Send the form again.")
    raise Refused("address_taken", text, conflict=True)
