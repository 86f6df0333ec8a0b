"""The log of changes of an event, narrowed by who, what, whom it was about, where and when."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from matches.models import AuditRow, Entry, Event, Match, User
from matches.plugins import LogSubject, registry


@dataclass(frozen=True, kw_only=True)
class ChangeFilter:
    """What is asked for; what is left out filters nothing. ``acts`` are those whose label has the ``text``."""

    user: int | None = None
    act: str = ""
    entry: Entry | None = None
    table: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    text: str = ""
    acts: frozenset[str] = frozenset()
    reasons_only: bool = False


def changes(event: Event, chosen: ChangeFilter) -> QuerySet[AuditRow]:
    """The chosen rows, the newest first."""
    rows = AuditRow.objects.filter(event=event).select_related("user", "entry__player").order_by("-sequence")
    plain = {"user": chosen.user, "act": chosen.act, "at__gte": chosen.since, "at__lt": chosen.until}
    rows = rows.filter(**{name: value for name, value in plain.items() if value})
    if chosen.text or chosen.reasons_only:
        rows = rows.annotate(included=Cast("details__includes", TextField()))
    if chosen.reasons_only:
        logged = _logged(event, (source.having(event, "") for source in registry.log_sources))
        rows = rows.filter(~Q(reason="") | Q(included__contains='"reason"') | logged)
    if chosen.table is not None:
        rows = rows.filter(_at_table(event, chosen.table))
    if chosen.entry is not None:
        rows = rows.filter(_about(event, chosen.entry))
    if chosen.text:
        logged = _logged(event, (source.having(event, chosen.text) for source in registry.log_sources))
        own = Q(reason__icontains=chosen.text) | Q(included__icontains=chosen.text)
        rows = rows.filter(own | Q(act__in=chosen.acts) | logged)
    return rows


def _at_table(event: Event, table: int) -> Q:
    matches = Match.objects.filter(round__stage__event=event, table=table).values_list("pk", flat=True)
    logged = _logged(event, (source.at_table(event, table) for source in registry.log_sources))
    return Q(details__table=table) | Q(details__match__in=list(matches)) | logged


def _about(event: Event, entry: Entry) -> Q:
    logged = _logged(event, (source.about(event, entry) for source in registry.log_sources))
    return Q(entry=entry) | Q(details__entry=entry.pk) | Q(pk__in=_named_in_lists(event, entry)) | logged


def _named_in_lists(event: Event, entry: Entry) -> list[int]:
    """The rows that name the player in a list: SQLite cannot look into one."""
    rows = AuditRow.objects.filter(event=event, details__entries__isnull=False).values_list("pk", "details__entries")
    return [pk for pk, entries in rows if isinstance(entries, list) and entry.pk in entries]


def _logged(event: Event, found: Iterable[Iterable[int]]) -> Q:
    """The rows of the changes in which records with these numbers were written: a row has the number of the last."""
    numbers = {number for part in found for number in part}
    ends = _ends(event) if numbers else []
    places = {bisect_left(ends, number) for number in numbers}
    return Q(details__log__in=sorted(ends[place] for place in places if place < len(ends)))


def _ends(event: Event) -> list[int]:
    """The number of the last record of each change that wrote any, in order."""
    rows = AuditRow.objects.filter(event=event, details__log__isnull=False).order_by()
    return sorted(number for number in rows.values_list("details__log", flat=True) if isinstance(number, int))


def subjects(event: Event, rows: list[AuditRow]) -> dict[int, LogSubject]:
    """What rows are about, by their keys: the table, the player, and the comment where the row has no reason."""
    tables = dict(
        Match.objects.filter(pk__in=[pk for row in rows if isinstance(pk := row.details.get("match"), int)])
        .exclude(table=None)
        .values_list("pk", "table")
    )
    logged = _logged_subjects(event, [number for row in rows if isinstance(number := row.details.get("log"), int)])
    found = {}
    for row in rows:
        known = logged.get(row.details.get("log", 0), LogSubject())
        table = row.details.get("table") or tables.get(row.details.get("match", 0)) or known.table
        entry = row.details.get("entry") or known.entry
        found[row.pk] = LogSubject(
            table if isinstance(table, int) else None, entry if isinstance(entry, int) else None, known.comment
        )
    return found


def _logged_subjects(event: Event, last: list[int]) -> dict[int, LogSubject]:
    """What the records of changes are about, by the number of each change's last record."""
    if not last:
        return {}
    ends = _ends(event)
    before = dict(zip(ends, [0, *ends], strict=False))
    spans = {number: range(before.get(number, number - 1) + 1, number + 1) for number in last}
    known: dict[int, LogSubject] = {}
    for source in registry.log_sources:
        known |= source.subjects(event, sorted({number for span in spans.values() for number in span}))
    return {
        number: LogSubject(
            next((known[one].table for one in span if one in known and known[one].table), None),
            next((known[one].entry for one in span if one in known and known[one].entry), None),
            next((known[one].comment for one in span if one in known and known[one].comment), ""),
        )
        for number, span in spans.items()
    }


def included_acts(details: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The changes inside a change, at any depth, each with its reason."""
    for part in details.get("includes", ()):
        yield part["act"], part.get("reason", "")
        yield from included_acts(part)


def people_in_log(event: Event) -> list[User]:
    """The staff who made changes, by name."""
    users = AuditRow.objects.filter(event=event).exclude(user=None).order_by().values("user").distinct()
    return sorted(User.objects.filter(pk__in=users), key=lambda user: str(user).casefold())


def acts_in_log(event: Event) -> list[str]:
    """The changes that were made, by their names."""
    return list(AuditRow.objects.filter(event=event).order_by().values_list("act", flat=True).distinct())
