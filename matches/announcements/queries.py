"""The announcements that show now, and those that showed before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet

from matches.enums import Audience, MatchKind, RoundStatus
from matches.live.queries import Versions
from matches.models import Announcement, Event, Match

PART = "announcements"
"""The live part of what players may see: for everyone, and for those who are not checked in."""
STAFF_PART = "staff_announcements"
"""The live part of the others: visitors do not hear of it."""


def showing(event: Event, now: datetime) -> QuerySet[Announcement]:
    """The announcements that show at ``now``, the newest first, with the match of those for a table."""
    open_ended = Q(until__isnull=True) | Q(until__gt=now)
    rows = Announcement.objects.filter(open_ended, event=event, ended_at__isnull=True)
    return rows.select_related("match").order_by("-pk")


def showing_to(
    event: Event, now: datetime, audiences: Collection[Audience], versions: Versions | None
) -> list[Announcement]:
    """The announcements for ``audiences``. No query where the page's ``versions`` show that there never was one."""
    if versions is not None and not {PART, STAFF_PART} & versions.keys():
        return []
    return list(showing(event, now).filter(audience__in=audiences))


def showing_at_tables(event: Event, now: datetime, matches: Collection[Match]) -> dict[int, list[Announcement]]:
    """The announcements for the players of these matches, by the match's id: one query."""
    found: dict[int, list[Announcement]] = defaultdict(list)
    for row in showing(event, now).filter(match__in=matches):
        if row.match_id is not None:
            found[row.match_id].append(row)
    return dict(found)


def match_at_table(event: Event, table: int) -> Match | None:
    """The match at a table of the round that is published and not closed yet."""
    rounds = {"round__stage__event": event, "round__status__in": RoundStatus.takes_results()}
    return Match.objects.filter(**rounds, kind=MatchKind.PLAYED, table=table).first()
