"""The templates that somebody can make events from, as lists show them."""

from __future__ import annotations

from dataclasses import dataclass

from matches.events.queries.events import templates_of
from matches.models import Event
from matches.organisations.labels import names_apart
from matches.organisations.queries.clubs import clubs_of


@dataclass(frozen=True, slots=True)
class TemplateShown:
    """A template, and the club whose members all make events from it; "" for one of its organisers alone."""

    event: Event
    club: str


def templates_shown(user: object) -> list[TemplateShown]:
    """The templates that a person can make events from, the newest first: three queries."""
    templates = templates_of(user)
    clubs = {event.organisation for event in templates if event.is_shared and event.organisation is not None}
    names = names_apart([*clubs_of(user), *clubs]) if clubs else {}
    return [
        TemplateShown(event, names.get(event.organisation_id or 0, "") if event.is_shared else "")
        for event in templates
    ]
