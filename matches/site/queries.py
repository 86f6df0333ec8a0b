"""The lists of the site's owner. Each is read a page at a time, the newest first, and counts nothing as a whole.

A page begins below a key (``before``), so that the last page of a long list costs as much as the first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from allauth.mfa.models import Authenticator
from django.db.models import Count, Q, QuerySet
from django.db.models.fields.json import KT
from post_office.models import STATUS, Email, Log

from matches.enums import JobState
from matches.halls.queries.days import standing_hall_days
from matches.models import Entry, Event, EventRole, HallDay, Job, Member, Organisation, SiteAct, User
from matches.second_factor_queries import SECOND_FACTORS

PAGE = 50


@dataclass(frozen=True, slots=True)
class Window:
    """A page of a list. ``older`` is the key below which the next one begins, or None; ``is_first`` the newest one."""

    rows: list[Any]
    older: int | None
    is_first: bool


def window(rows: QuerySet[Any], before: int | None) -> Window:
    """The newest ``PAGE`` rows below a key, in one query."""
    below = rows if before is None else rows.filter(pk__lt=before)
    found = list(below.order_by("-pk")[: PAGE + 1])
    shown = found[:PAGE]
    return Window(shown, shown[-1].pk if len(found) > PAGE else None, before is None)


def accounts(text: str, kind: str) -> QuerySet[User]:
    """The accounts whose username, name or email address has this in it; ``kind``: owners, closed, or all."""
    rows = User.objects.all()
    if kind == "owners":
        rows = rows.filter(is_superuser=True)
    if kind == "closed":
        rows = rows.filter(is_active=False)
    if text:
        by_address = Q(email__icontains=text) | Q(emailaddress__email__icontains=text)
        rows = rows.filter(Q(pk__in=User.objects.filter(by_address).values("pk")) | _named(text))
    return rows


def _named(text: str) -> Q:
    return Q(username__icontains=text) | Q(name__icontains=text)


def with_second_factor(users: Iterable[User]) -> set[int]:
    """Those of the accounts that have a second factor, in one query."""
    factors = Authenticator.objects.filter(user__in=[user.pk for user in users], type__in=SECOND_FACTORS)
    return set(factors.values_list("user_id", flat=True))


def events_worked_at(users: Iterable[User]) -> dict[int, int]:
    """At how many events each account has a role, in one query."""
    roles = EventRole.objects.filter(user__in=[user.pk for user in users]).order_by()
    counted = roles.values("user").annotate(events=Count("event", distinct=True))
    return dict(counted.values_list("user", "events"))


STATES = {
    "running": Q(finished_at__isnull=True, archived_at__isnull=True, is_template=False, published=True),
    "hidden": Q(finished_at__isnull=True, archived_at__isnull=True, is_template=False, published=False),
    "finished": Q(finished_at__isnull=False, archived_at__isnull=True),
    "archived": Q(archived_at__isnull=False),
}
"""The states by which events can be listed."""


def events(text: str, state: str) -> QuerySet[Event]:
    """The events whose name or address has this in it, in one of ``STATES`` or any."""
    rows = Event.objects.select_related("organisation")
    if state in STATES:
        rows = rows.filter(STATES[state])
    return rows.filter(Q(name__icontains=text) | Q(slug__icontains=text)) if text else rows


def players_of(rows: Iterable[Event]) -> dict[int, int]:
    """How many players each event has, in one query."""
    entries = Entry.objects.filter(event__in=[row.pk for row in rows]).order_by()
    return dict(entries.values("event").annotate(players=Count("pk")).values_list("event", "players"))


def clubs(text: str) -> QuerySet[Organisation]:
    """The clubs whose name or address has this in it."""
    rows = Organisation.objects.select_related("created_by")
    return rows.filter(Q(name__icontains=text) | Q(slug__icontains=text)) if text else rows


def sizes_of_clubs(rows: Iterable[Organisation]) -> tuple[dict[int, int], dict[int, int]]:
    """How many members and how many events each club has, in two queries."""
    keys = [row.pk for row in rows]
    members = Member.objects.filter(organisation__in=keys, accepted_at__isnull=False).order_by()
    held = Event.objects.filter(organisation__in=keys).order_by()
    return (
        dict(members.values("organisation").annotate(n=Count("pk")).values_list("organisation", "n")),
        dict(held.values("organisation").annotate(n=Count("pk")).values_list("organisation", "n")),
    )


def hall_days(text: str) -> QuerySet[HallDay]:
    """The hall days whose name or address has this in it, without those that were removed."""
    rows = standing_hall_days().select_related("created_by")
    return rows.filter(Q(name__icontains=text) | Q(slug__icontains=text)) if text else rows


def events_in_halls(rows: Iterable[HallDay]) -> dict[int, int]:
    """How many events each hall day has, in one query."""
    held = Event.objects.filter(hall_day__in=[row.pk for row in rows]).order_by()
    return dict(held.values("hall_day").annotate(n=Count("pk")).values_list("hall_day", "n"))


def jobs(state: str) -> QuerySet[Job]:
    """The jobs in a state, or all."""
    rows = Job.objects.select_related("event", "created_by")
    return rows.filter(state=state) if state in JobState.values else rows


LETTER_STATES = {
    "sent": [STATUS.sent],
    "waiting": [STATUS.queued, STATUS.requeued],
    "failed": [STATUS.failed],
}
"""The states by which emails can be listed."""


def letters(state: str) -> QuerySet[Email]:
    """The emails in one of ``LETTER_STATES``, or all; without their text, in which personal links stand."""
    rows: QuerySet[Email] = Email.objects.only(
        "to", "status", "created", "last_updated", "scheduled_time", "number_of_retries"
    )
    rows = rows.annotate(about=KT("context__subject"))
    return rows.filter(status__in=LETTER_STATES[state]) if state in LETTER_STATES else rows


def errors_of(rows: Iterable[Email]) -> dict[int, str]:
    """Why each email was not delivered the last time, in one query."""
    found = Log.objects.filter(email__in=[row.pk for row in rows], status=STATUS.failed).order_by("pk")
    return {email: f"{kind}: {text}" for email, kind, text in found.values_list("email", "exception_type", "message")}


def acts() -> QuerySet[SiteAct]:
    """The site's log."""
    return SiteAct.objects.select_related("user", "person")


def acts_on(person: User) -> list[SiteAct]:
    """What owners of the site did to an account, the newest first."""
    return list(acts().filter(person=person).order_by("-pk")[:PAGE])
