"""The state of what public pages show: two equal states mean the same pages."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection

from django.core.serializers.json import DjangoJSONEncoder
from django.forms.models import model_to_dict

from matches.events.address_queries import site_address
from matches.live.queries import PUBLIC_PARTS, Versions, heard, versions_of
from matches.models import Event


def digest(*values: object) -> str:
    """A short text that is the same for the same values."""
    text = json.dumps(values, cls=DjangoJSONEncoder, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def state_of(event: Event, versions: Versions) -> str:
    """The state of an event's public pages: its row, the versions of its public parts, and the site's address."""
    return digest(model_to_dict(event), site_address(), versions)


def states_of(slugs: Collection[str]) -> dict[str, str]:
    """Return the state of each event by slug; an event that is not there has none. Two queries."""
    events = list(Event.objects.filter(slug__in=list(slugs)))
    versions = versions_of(slugs)
    return {event.slug: state_of(event, heard(versions.get(event.slug, {}), PUBLIC_PARTS)) for event in events}
