"""The winners of many finished events at once, as they were noted when each was finished."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Exists, F, OuterRef

from matches.enums import EntryStatus
from matches.models import AuditRow, Entry, Event, Result

ENDS = ("finish_event", "close_round")
"""The acts that can finish an event."""


def noted_winners(events: Iterable[Event]) -> dict[int, list[Entry]]:
    """The winners by event: two queries. An event whose results have changed since it was finished is left out, and so
    is one that an older version of the program finished.
    """
    finished = {event.pk: event for event in events if event.finished_at is not None}
    end = F("match__round__stage__event__finished_at")
    later = Result.objects.filter(match__round__stage__event=OuterRef("event"), reported_at__gt=end)
    rows = AuditRow.objects.filter(event__in=finished, act__in=ENDS).exclude(Exists(later)).order_by("sequence")
    noted = {
        event_id: details["winners"]
        for event_id, details in rows.values_list("event_id", "details")
        if "winners" in details
    }
    numbers = {number for winners in noted.values() for number in winners}
    entries = Entry.objects.filter(event__in=noted, number__in=numbers).select_related("player").order_by("number")
    winners: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.number in noted[entry.event_id]:
            entry.event = finished[entry.event_id]
            winners[entry.event_id].append(entry)
    return {
        event_id: known
        for event_id, known in winners.items()
        if all(entry.status != EntryStatus.DISQUALIFIED for entry in known)
    }
