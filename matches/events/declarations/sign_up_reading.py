"""What an event has chosen for its page and for signing up, with types; a field is what its declaration is called."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from matches.events.declarations.catalogue import SETTINGS
from matches.events.declarations.reading import value_of
from matches.models import Event
from matches.questions import Question, read_questions


@dataclass(frozen=True, slots=True)
class SignUpTerms:
    """How players sign up. Times are ``YYYY-MM-DDTHH:MM`` by the event's clock; e-mail and id are a ``FieldNeed``."""

    sign_up: bool
    sign_up_opens: str | None
    sign_up_closes: str | None
    capacity: int | None
    sign_up_approval: bool
    sign_up_email: str
    sign_up_id: str
    sign_up_questions: list[dict[str, Any]]
    join_code: str
    must_pay: bool

    @property
    def questions(self) -> tuple[Question, ...]:
        """The event's own questions."""
        return read_questions(self.sign_up_questions)


@dataclass(frozen=True, slots=True)
class PageTexts:
    """What the event's page says, and how it looks. ``start_time`` is ``HH:MM`` by the event's clock, ``colour`` is
    ``#rrggbb``.
    """

    start_time: str | None
    description: str
    fee: str
    fee_link: str
    prizes: str
    directions: str
    minimum_age: str
    thanks: str
    colour: str


@dataclass(frozen=True, slots=True)
class CheckInTerms:
    """How players check themselves in: minutes before the start, and the code at the door ("" for none)."""

    self_check_in: bool
    check_in_opens: int
    check_in_closes: int
    door_code: str


def check_in_terms(event: Event) -> CheckInTerms:
    """How players check themselves in."""
    return CheckInTerms(**{field.name: value_of(event, SETTINGS[field.name]) for field in fields(CheckInTerms)})


def start_of(event: Event) -> datetime | None:
    """When round 1 should begin; None while the time is not known."""
    time = page_texts(event).start_time
    if not time:
        return None
    return datetime.fromisoformat(f"{event.date:%Y-%m-%d}T{time}").replace(tzinfo=ZoneInfo(event.time_zone))


def sign_up_terms(event: Event) -> SignUpTerms:
    """How players sign up for the event."""
    return SignUpTerms(**{field.name: value_of(event, SETTINGS[field.name]) for field in fields(SignUpTerms)})


def takes_fee(event: Event) -> bool:
    """Whether the event's settings speak of a fee: the desk then sees who has paid."""
    return bool(page_texts(event).fee) or sign_up_terms(event).must_pay


def page_texts(event: Event) -> PageTexts:
    """What the event's page says."""
    return PageTexts(**{field.name: value_of(event, SETTINGS[field.name]) for field in fields(PageTexts)})
