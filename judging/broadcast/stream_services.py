"""The key of an event's stream layers, and the match that they show."""

from __future__ import annotations

import secrets

from django.utils.translation import gettext as _

from judging.models import FeaturedMatch, StreamKey
from matches.audit.services import Actor, audited_change
from matches.errors import Refused
from matches.live.queries import WATCH_PART
from matches.models import Event, Match
from matches.people.services.links import TOKEN_BYTES, token_hash


def make_stream_key(*, event: Event, actor: Actor) -> str:
    """Make a new key and return it: it is shown once. Layers with the older one stop working."""
    with audited_change("make_stream_key", event_id=event.pk, actor=actor) as change:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        StreamKey.objects.update_or_create(event=change.event, defaults={"token_hash": token_hash(token)})
        change.touch(WATCH_PART)
    return token


def revoke_stream_key(*, event: Event, actor: Actor) -> None:
    """Let no layer work any more. Again: no change."""
    with audited_change("revoke_stream_key", event_id=event.pk, actor=actor) as change:
        StreamKey.objects.filter(event=change.event).delete()
        change.touch(WATCH_PART)


def show_on_stream(*, match: Match, actor: Actor) -> None:
    """Let the layers show this match. Raises Refused for one that is not shown live, and without a key."""
    with audited_change("show_on_stream", event_id=match.round.stage.event_id, actor=actor) as change:
        if not FeaturedMatch.objects.filter(match=match).exists():
            raise Refused("not_live", _("Show the match live first."))
        if not StreamKey.objects.filter(event=change.event).update(match=match):
            raise Refused("no_key", _("Create the stream’s addresses first."))
        change.note(match=match.pk, table=match.table)
        change.touch(WATCH_PART)
