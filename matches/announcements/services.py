"""Tell the hall something, and end that again."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from matches.announcements.queries import PART, STAFF_PART, match_at_table, showing
from matches.audit.services import Actor, Change, audited_change
from matches.enums import Audience
from matches.errors import Refused
from matches.models import Announcement, Event, Match
from matches.models.announcements import LONGEST_ANNOUNCEMENT

MOST_SHOWING = 10
"""More at a time would leave no room for anything else on a phone."""


def announce(
    *,
    event: Event,
    actor: Actor,
    text: str,
    audience: str = Audience.EVERYONE,
    table: int | None = None,
    until: datetime | None = None,
) -> Announcement:
    """Show ``text`` to an ``Audience`` until it is ended, or until a moment (aware). One for a table is for the
    players who sit there in the round that is being played.

    Raises Refused at ``text``, ``table`` or ``until``.
    """
    with audited_change("announce", event_id=event.pk, actor=actor) as change:
        match = match_at_table(change.event, table) if audience == Audience.TABLE and table is not None else None
        text = " ".join(text.split())
        _check(change, text, audience, table, match, until)
        row = Announcement.objects.create(
            event=change.event,
            text=text,
            audience=audience,
            match=match,
            made_at=change.at,
            made_by=actor.user,
            until=until,
        )
        change.note(announcement=row.pk, audience=str(audience), table=None if match is None else match.table)
        _touch(change, row)
    return row


def _check(
    change: Change, text: str, audience: str, table: int | None, match: Match | None, until: datetime | None
) -> None:
    if not text:
        raise Refused("text_missing", _("Write what you want to announce."), parameter="text")
    if len(text) > LONGEST_ANNOUNCEMENT:
        message = _("Use at most %(most)d characters.") % {"most": LONGEST_ANNOUNCEMENT}
        raise Refused("text_long", message, parameter="text")
    if audience not in Audience.values:
        raise Refused("audience_unknown", _("Choose who it is for."), parameter="audience")
    if audience == Audience.TABLE and table is None:
        raise Refused("table_missing", _("Enter the table."), parameter="table")
    if audience == Audience.TABLE and match is None:
        message = _("Nobody is playing at table %(table)s now.") % {"table": table}
        raise Refused("table_unknown", message, parameter="table")
    if until is not None and until <= change.at:
        raise Refused("until_over", _("Choose a later time."), parameter="until")
    if showing(change.event, change.at).count() >= MOST_SHOWING:
        message = _("%(most)d announcements are showing. End one first.") % {"most": MOST_SHOWING}
        raise Refused("too_many", message, conflict=True)


def end_announcement(*, announcement: Announcement, actor: Actor) -> Announcement:
    """Take an announcement off all pages. Raises Refused if it no longer shows."""
    with audited_change("end_announcement", event_id=announcement.event_id, actor=actor) as change:
        row = showing(change.event, change.at).filter(pk=announcement.pk).first()
        if row is None:
            raise Refused("not_showing", _("This announcement is no longer showing."), conflict=True)
        row.ended_at = change.at
        row.save(update_fields=["ended_at"])
        change.note(announcement=row.pk)
        _touch(change, row)
    return row


def _touch(change: Change, row: Announcement) -> None:
    """Raise the parts of the pages that show it; of one that is not for everyone, visitors hear nothing."""
    if row.audience in (Audience.EVERYONE, Audience.NOT_CHECKED_IN):
        change.touch(PART)
    elif row.match is not None:
        change.touch(f"table {row.match.table}")
    change.touch(STAFF_PART)
