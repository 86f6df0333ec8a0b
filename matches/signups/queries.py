"""Reads sign-ups: whether the event takes them now, who waits and where, and what the event asks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from django.db.models import Case, Count, Max, OuterRef, QuerySet, Subquery, When

from matches.admission import places_left
from matches.enums import Admission, EntryStatus
from matches.events.declarations.sign_up_reading import sign_up_terms
from matches.models import Entry, Event, SignUp
from matches.people.queries.entries import field_is_drawn, first_stage_is_over, last_public_round

MOST_OPEN = 2_000
"""So many sign-ups that are not in yet an event keeps: a crowd of programs fills no disk."""


class WhyClosed(StrEnum):
    """Why nobody can sign up now."""

    OFF = "off"
    EARLY = "early"
    LATE = "late"
    STARTED = "started"
    FINISHED = "finished"
    CROWDED = "crowded"


@dataclass(frozen=True, slots=True)
class Places:
    """The places of an event: ``left`` is None without a limit."""

    capacity: int | None
    taken: int
    waiting: int
    pending: int

    @property
    def left(self) -> int | None:
        return places_left(self.capacity, self.taken)


def moment_of(event: Event, text: str | None) -> datetime | None:
    """A setting's date and time, which are by the event's clock."""
    return None if not text else datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(event.time_zone))


def opening_times(event: Event) -> tuple[datetime | None, datetime | None]:
    """When sign-up opens and when it closes; None where there is no limit."""
    terms = sign_up_terms(event)
    return moment_of(event, terms.sign_up_opens), moment_of(event, terms.sign_up_closes)


def why_closed(event: Event, now: datetime) -> WhyClosed | None:
    """Why nobody can sign up by themselves now; None while they can. At most four queries, none while it is off."""
    if event.finished_at is not None or event.archived_at is not None:
        return WhyClosed.FINISHED
    if not sign_up_terms(event).sign_up:
        return WhyClosed.OFF
    opens, closes = opening_times(event)
    if opens is not None and now < opens:
        return WhyClosed.EARLY
    if closes is not None and now >= closes:
        return WhyClosed.LATE
    if has_started(event):
        return WhyClosed.STARTED
    if open_sign_ups(event).count() >= MOST_OPEN:
        return WhyClosed.CROWDED
    return None


def has_started(event: Event) -> bool:
    """Whether the event's field is settled: late players sign up at the desk."""
    return last_public_round(event) > 0 or field_is_drawn(event) or first_stage_is_over(event)


def open_sign_ups(event: Event) -> QuerySet[SignUp]:
    """The sign-ups of those who are not in yet and want to be, in their order."""
    return SignUp.objects.filter(event=event, state__in=Admission.open()).order_by("turn")


def invited(event: Event) -> QuerySet[SignUp]:
    """Those who are invited and have not answered."""
    return SignUp.objects.filter(event=event, state=Admission.INVITED).order_by("turn")


def waiting_list(event: Event) -> QuerySet[SignUp]:
    """The waiting list, the next one first."""
    return SignUp.objects.filter(event=event, state=Admission.WAITING).order_by("turn")


def places_of(event: Event) -> Places:
    """The places of an event: two queries. Players whom the desk added count as well; those who are out do not."""
    taken = Entry.objects.filter(event=event).exclude(status__in=EntryStatus.out()).count()
    rows = SignUp.objects.filter(event=event, state__in=Admission.open()).order_by().values("state")
    count = {row["state"]: row["n"] for row in rows.annotate(n=Count("pk"))}
    return Places(
        capacity=sign_up_terms(event).capacity,
        taken=taken,
        waiting=count.get(Admission.WAITING, 0),
        pending=count.get(Admission.PENDING, 0),
    )


def next_turn(event: Event) -> int:
    """The turn behind all that were given."""
    return (SignUp.objects.filter(event=event).aggregate(last=Max("turn"))["last"] or 0) + 1


def place_on_list(sign_up: SignUp) -> int:
    """The place of a sign-up on the waiting list, from 1."""
    return waiting_list(sign_up.event).filter(turn__lt=sign_up.turn).count() + 1


def with_places(rows: QuerySet[SignUp]) -> QuerySet[SignUp]:
    """With ``place``, from 1, of those who are on the waiting list; None for the others."""
    waiting = SignUp.objects.filter(event=OuterRef("event"), state=Admission.WAITING, turn__lte=OuterRef("turn"))
    count = waiting.order_by().values("event").annotate(n=Count("pk")).values("n")
    return rows.annotate(place=Case(When(state=Admission.WAITING, then=Subquery(count)), default=None))
