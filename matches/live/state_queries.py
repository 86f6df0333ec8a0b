"""The state of what public pages show: two equal states mean the same pages.

``States`` answers visitors in front of Django: a thread of its own, and one query for all who ask at a time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass

from django.core.serializers.json import DjangoJSONEncoder
from django.forms.models import model_to_dict

from matches.live.queries import PUBLIC_PARTS, Versions, heard, versions_of
from matches.live.shared_queries import SharedLooks
from matches.live.site_queries import site_address
from matches.models import Event


@dataclass(frozen=True, slots=True)
class EventState:
    """An event at one moment: the state of its public pages, the versions of all parts, and whether it is public."""

    state: str
    versions: Versions
    published: bool


def digest(*values: object) -> str:
    """A short text that is the same for the same values."""
    text = json.dumps(values, cls=DjangoJSONEncoder, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def state_of(event: Event, versions: Versions) -> str:
    """The state of an event's public pages: its row, the versions of its public parts, and the site's address."""
    return digest(model_to_dict(event), site_address(), versions)


def states_of(slugs: Collection[str]) -> dict[str, EventState]:
    """Return the state of each event by slug; an event that is not there has none. Two queries."""
    events = list(Event.objects.filter(slug__in=list(slugs)))
    versions = versions_of(slugs)
    found = {}
    for event in events:
        own = versions.get(event.slug, {})
        found[event.slug] = EventState(state_of(event, heard(own, PUBLIC_PARTS)), own, event.published)
    return found


class States(SharedLooks[str, EventState]):
    """The states of events by slug: one query answers all who asked before it began."""

    def __init__(self) -> None:
        super().__init__(lambda slugs: states_of(slugs), name="event-states")
