"""Reads suspensions: those in force at an event, compared with its people. No query for an event of no organisation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet

from matches.models import Entry, Event, Organisation, Player, SignUp, Suspension, SuspensionOverride
from matches.suspension import Person, Suspensions, is_in_force

NOBODY: Suspensions[Suspension] = Suspensions()


def person_of(row: Entry | SignUp | Player | Suspension) -> Person:
    """What is known of somebody, to be compared. Of an entry and a sign-up the player has to be read."""
    if isinstance(row, Entry):
        return person_of(row.player)
    if isinstance(row, Player):
        return Person(row.pk, row.name, row.external_id, row.email)
    if isinstance(row, SignUp) and isinstance(row.person, Player):
        return person_of(row.person)
    return Person(row.player_id, row.name, row.external_id, row.email)


def suspensions_at(event: Event) -> Suspensions[Suspension]:
    """The suspensions that are in force at an event, without those that its organiser has overridden: one query."""
    if event.organisation_id is None:
        return NOBODY
    rows = Suspension.objects.filter(
        Q(until__isnull=True) | Q(until__gte=event.date),
        organisation=event.organisation_id,
        lifted_at__isnull=True,
        since__lte=event.date,
    ).exclude(Exists(SuspensionOverride.objects.filter(event=event, suspension=OuterRef("pk"))))
    return Suspensions((person_of(row), row) for row in rows.select_related("organisation").order_by("pk"))


def suspended_at(event: Event, people: Iterable[Entry] | Iterable[SignUp]) -> dict[int, Suspension]:
    """The suspensions of an event's people, by the key of their rows: one query, none without an organisation."""
    known = suspensions_at(event)
    if not known:
        return {}
    return {row.pk: found for row in people if (found := known.of(person_of(row))) is not None}


@dataclass(frozen=True, slots=True)
class Marked:
    """Somebody the desk has to look at: who is suspended, or (``by_name``) has the name of somebody who is."""

    suspension: Suspension
    by_name: bool


def marked_at(event: Event, people: Iterable[Entry] | Iterable[SignUp]) -> dict[int, Marked]:
    """An event's people who are suspended or have the name of a suspended person, by the key of their rows: one query,
    none without an organisation.
    """
    known = suspensions_at(event)
    found: dict[int, Marked] = {}
    for row in people if known else ():
        person = person_of(row)
        if (suspension := known.of(person)) is not None:
            found[row.pk] = Marked(suspension, by_name=False)
        elif (namesake := known.namesake(person)) is not None:
            found[row.pk] = Marked(namesake, by_name=True)
    return found


def suspensions_of(organisation: Organisation) -> QuerySet[Suspension]:
    """All suspensions of an organisation, the newest first."""
    rows = Suspension.objects.filter(organisation=organisation).select_related("by", "lifted_by", "player")
    return rows.order_by("-since", "-pk")


def stands(suspension: Suspension, day: date) -> bool:
    """Whether a suspension is in force on a day."""
    return is_in_force(since=suspension.since, until=suspension.until, lifted=suspension.lifted_at is not None, day=day)


def is_over(suspension: Suspension, day: date) -> bool:
    """Whether a suspension can no longer come into force."""
    return suspension.lifted_at is not None or (suspension.until is not None and suspension.until < day)


def suspensions_about(player: Player) -> list[Suspension]:
    """The suspensions of all organisations that are about a player: of this row, or of none with the same ID or email
    address.
    """
    about = Q(player=player)
    for field in ("external_id", "email"):
        if value := getattr(player, field):
            about |= Q(player__isnull=True, **{f"{field}__iexact": value})
    return list(Suspension.objects.filter(about).select_related("organisation").order_by("pk"))
