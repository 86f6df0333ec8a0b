"""The archive: an event is hidden from lists, kept as it is, and can be put back."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.enums import RoundStatus
from matches.errors import Refused
from matches.models import Event, Round


def archive_event(*, event: Event, actor: Actor) -> Event:
    """Hide a finished event, or one that never began, from lists. Its pages stay where they are.

    Raises Refused for an event that is in the archive already, or that is under way.
    """
    with audited_change("archive_event", event_id=event.pk, actor=actor) as change:
        if change.event.archived_at is not None:
            raise Refused("already_archived", _("This event is already in the archive."), conflict=True)
        if is_under_way(change.event):
            raise Refused("under_way", _("This event is under way. Finish it before you archive it."))
        change.event.archived_at = change.at
        _store(change)
    return change.event


def unarchive_event(*, event: Event, actor: Actor) -> Event:
    """Put an event of the archive back into the lists. Raises Refused for one that is not in the archive."""
    with audited_change("unarchive_event", event_id=event.pk, actor=actor) as change:
        if change.event.archived_at is None:
            raise Refused("not_archived", _("This event is not in the archive."), conflict=True)
        change.event.archived_at = None
        _store(change)
    return change.event


def is_under_way(event: Event) -> bool:
    """Whether the event is not finished, and has a round that players have seen or that is being prepared."""
    standing = Round.objects.filter(stage__event=event).exclude(status=RoundStatus.WITHDRAWN)
    return event.finished_at is None and standing.exists()


def _store(change: Change) -> None:
    change.event.save(update_fields=["archived_at"])
    change.touch("event")
