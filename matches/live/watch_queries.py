"""Which events changed since the last look, for the live streams.

Every raised version takes the next number of one count (``audit.services.raise_versions``), so a look reads only the
rows above the last number it knows: what it costs depends on what is going on, not on how many events are listened to.
On PostgreSQL numbers are taken just before the commit and may become visible out of order: a look goes back ``OVERLAP``
numbers and leaves out those that it has seen. On SQLite a number goes with the event that is deleted and is given to
the next change, so what was seen is a number of an event. Every ``WHOLE_EVERY`` looks it reads all events that have
listeners, which finds whatever was missed (a database that was restored counts from a lower number).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Max

from matches.live.queries import Versions, published_among, versions_of
from matches.models import EventDeletion, LiveVersion

OVERLAP = 500
"""So many numbers are taken by other changes while one commits, at the very most."""
WHOLE_EVERY = 60
"""Looks: half a minute, a few seconds while somebody watches a live match."""
DELETED_LATELY = 20
"""So many of the last deletions a look checks."""


@dataclass(frozen=True, slots=True)
class News:
    """The events that were looked at: the versions of each part, and whether each is public; one that is gone is in
    neither.
    """

    looked_at: frozenset[str]
    versions: dict[str, Versions]
    published: dict[str, bool]


class Watcher:
    """What one process knows of the changes of all events."""

    def __init__(self) -> None:
        self.newest = 0
        self.seen: frozenset[tuple[int, str]] = frozenset()
        self.looks = 0

    def look(self, slugs: Collection[str], joined: Collection[str] = ()) -> News:
        """Read what may have changed at the events ``slugs`` since the last look: two queries, and two more if
        something did. Those in ``joined``, which have their first listener, are read in any case.

        A look that fails changes nothing of what is known, so the next one finds the same changes.
        """
        whole = self.looks % WHOLE_EVERY == 0
        newest = _highest() if whole else self.newest
        rows = _numbers_after(newest - OVERLAP)
        if whole:
            wanted = set(slugs)
        else:
            changed = {slug for number, slug in rows if (number, slug) not in self.seen}
            wanted = set(slugs) & (changed | set(joined) | _deleted_lately())
        news = News(frozenset(wanted), versions_of(wanted), published_among(wanted)) if wanted else NOTHING
        self.seen = frozenset(rows)
        self.newest = max((number for number, _slug in rows), default=newest)
        self.looks += 1
        return news


NOTHING = News(frozenset(), {}, {})


def _highest() -> int:
    """The number of the last change."""
    return LiveVersion.objects.aggregate(newest=Max("change"))["newest"] or 0


def _numbers_after(number: int) -> list[tuple[int, str]]:
    """The changes above a number, each with its event."""
    return list(LiveVersion.objects.filter(change__gt=number).order_by().values_list("change", "event__slug"))


def _deleted_lately() -> set[str]:
    """The last events that were deleted: their versions are gone with them."""
    return set(EventDeletion.objects.order_by("-pk").values_list("slug", flat=True)[:DELETED_LATELY])
