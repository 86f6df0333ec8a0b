"""What the desk tells only some players, for their own pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.utils import timezone

from matches.announcements.labels import AnnouncementShown, announcement_shown
from matches.announcements.queries import PART, STAFF_PART, showing_at_tables, showing_to
from matches.enums import Audience, EntryStatus
from matches.models import Announcement, Entry, Match
from matches.public.own_queries import EventNow


class OwnAnnouncements(NamedTuple):
    """What the desk tells only some players: those at a table, by the match's id, and those who are not checked in."""

    at_tables: dict[int, list[Announcement]]
    not_checked_in: list[Announcement]

    def shown(self, entry: Entry, match: Match | None) -> list[AnnouncementShown]:
        """Those for one player."""
        waits = self.not_checked_in if entry.status == EntryStatus.REGISTERED else []
        at_table = self.at_tables.get(match.pk, []) if match is not None else []
        return [announcement_shown(row) for row in (*at_table, *waits)]


def own_announcements(now: EventNow, entries: Iterable[Entry], matches: Collection[Match]) -> OwnAnnouncements:
    """What is for these players alone. Without an announcement so far, as the versions tell, without a query."""
    if not now.versions.keys() & {PART, STAFF_PART}:
        return OwnAnnouncements({}, [])
    at = timezone.now()
    waits = any(entry.status == EntryStatus.REGISTERED for entry in entries)
    return OwnAnnouncements(
        showing_at_tables(now.event, at, matches) if matches else {},
        showing_to(now.event, at, [Audience.NOT_CHECKED_IN], now.versions) if waits else [],
    )
