"""What the changes of judging are about, for the log of changes: by the number of their last record."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Q

from judging.models import Record
from matches.models import Entry, Event
from matches.plugins import LogSubject

ABOUT = (
    "as_infraction__entry",
    "as_ruling__concerns",
    "as_penalty_event__infraction__entry",
    "as_appeal__entry",
    "as_appeal_step__appeal__entry",
    "as_acknowledgement__entry",
    "as_call__entry",
    "as_table_event__entry",
)
COMMENTS = (
    "as_infraction__comment",
    "as_ruling__comment",
    "as_penalty_event__infraction__comment",
    "as_appeal__statement",
    "as_appeal_step__comment",
)


def log_subjects(event: Event, sequences: Collection[int]) -> dict[int, LogSubject]:
    """The table, the player and the comment of records, by their numbers. One query."""
    rows = Record.objects.filter(event=event, sequence__in=sequences).values_list(
        "sequence", "table", *ABOUT, "reason", *COMMENTS
    )
    found = {}
    for sequence, table, *values in rows:
        entries, texts = values[: len(ABOUT)], values[len(ABOUT) :]
        found[sequence] = LogSubject(table, _first(entries), _first(texts) or "")
    return found


def _first(values: Iterable[Any]) -> Any:
    return next((value for value in values if value), None)


def logged_at(event: Event, table: int) -> set[int]:
    """The numbers of the records at a table."""
    return _numbers(event, Q(table=table))


def logged_about(event: Event, entry: Entry) -> set[int]:
    """The numbers of the records about a player."""
    return _numbers(event, Q(*((name, entry.pk) for name in ABOUT), _connector=Q.OR))


def logged_with(event: Event, text: str) -> set[int]:
    """The numbers of the records whose reason or comment has this text; "": that have any."""
    lookup = ("icontains", text) if text else ("gt", "")
    named = ((f"{name}__{lookup[0]}", lookup[1]) for name in ("reason", *COMMENTS))
    return _numbers(event, Q(*named, _connector=Q.OR))


def _numbers(event: Event, chosen: Q) -> set[int]:
    return set(Record.objects.filter(chosen, event=event).values_list("sequence", flat=True))
