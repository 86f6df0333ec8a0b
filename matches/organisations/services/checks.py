"""What refuses a suspended person at an event: asked before anything is written, and without a query for an event of no
organisation.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.utils.translation import gettext as _

from matches.errors import Refused
from matches.models import Entry, Event, SignUp, Suspension
from matches.organisations.labels import refusal_text, suspended_text
from matches.organisations.queries.suspensions import person_of, suspensions_at
from matches.suspension import Person

CODE = "suspended"


class SuspendedPerson(Refused):
    """Somebody is suspended: ``keys`` are those of the suspensions, which the event's organiser may override."""

    def __init__(
        self, found: Iterable[Suspension], *, details: list[str] | None = None, parameter: str | None = None
    ) -> None:
        rows = list(found)
        self.keys: tuple[UUID, ...] = tuple(row.key for row in rows)
        if details is None and len(rows) == 1:
            super().__init__(CODE, refusal_text(rows[0]), parameter=parameter)
            return
        text = _("These people are suspended. The organiser can let them play at this event.")
        super().__init__(CODE, text, details=details or [suspended_text(row) for row in rows], parameter=parameter)


def check_person(event: Event, person: Person, *, parameter: str | None = None) -> None:
    """Raise SuspendedPerson if this person is suspended here."""
    found = suspensions_at(event).of(person)
    if found is not None:
        raise SuspendedPerson([found], parameter=parameter)


def check_people(event: Event, rows: Iterable[Entry] | Iterable[SignUp]) -> None:
    """Raise SuspendedPerson, naming them, if some of these people are suspended here."""
    known = suspensions_at(event)
    if not known:
        return
    found = [suspension for row in rows if (suspension := known.of(person_of(row))) is not None]
    if found:
        raise SuspendedPerson(found)
