"""The notices that a judge has not read."""

from __future__ import annotations

from judging.models import JudgeNotice
from matches.models import Event, User

NOTED = "judge_notices"
"""Kept with the options of an event in which a judge was notified, so that pages of all others need not ask."""


def unread_notices(event: Event, user: object) -> list[JudgeNotice]:
    """A judge's own, the oldest first; no query at an event where nobody was ever notified."""
    if not event.options.get(NOTED) or not isinstance(user, User):
        return []
    rows = JudgeNotice.objects.filter(event=event, user=user, read_at__isnull=True)
    return list(rows.select_related("record__match__round__stage__event", "record__judge").order_by("pk"))
