"""Entries as values, and the report about a list of players."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.db.models import QuerySet

from matches.enums import EntryStatus
from matches.imports import Reading
from matches.models import Entry, Event
from matches.people.import_labels import encoding_words, finding_words
from matches.people.labels import name_of
from matches.people.queries import entries_for_desk


def visible_entries(event: Event, *, staff: bool) -> QuerySet[Entry]:
    """The event's entries by number; the public sees those who are or were in."""
    entries = entries_for_desk(event).order_by("number")
    return entries if staff else entries.exclude(status=EntryStatus.REGISTERED)


def entry_shown(entry: Entry, event: Event, *, staff: bool) -> dict[str, Any]:
    """One entry of ``visible_entries``."""
    return {
        "number": entry.number,
        "name": name_of(entry, staff=staff, event=event),
        "status": entry.status,
        "staff": _for_staff(entry) if staff else None,
    }


def _for_staff(entry: Entry) -> dict[str, Any]:
    own = (
        "seed", "checked_in_at", "entered_round", "dropped_after", "awarded_byes", "fixed_table",
        "fixed_table_reason", "keeps_place", "name_display", "has_link", "has_played",
    )  # fmt: skip
    return {
        "external_id": entry.player.external_id,
        "email": entry.player.email,
        **{name: getattr(entry, name) for name in own},
    }


def findings_shown(reading: Reading) -> list[dict[str, Any]]:
    """Every finding about every line, with its sentence."""
    return [
        {
            "line": finding.line,
            "code": finding.code,
            "weight": finding.weight.value,
            "words": finding_words(finding),
            "text": finding.text,
        }
        for finding in reading.findings
    ]


def as_before(reading: Reading, first: int, last: int) -> Reading:
    """A list held against the event after it was imported as ``first`` to ``last``, as it was before: without the
    findings that it is known by now."""
    own = range(first, last + 1)
    findings = tuple(f for f in reading.findings if f.params.get("number") not in own)
    return replace(reading, findings=findings)


def list_report(reading: Reading, numbers: tuple[int, int] | None) -> dict[str, Any]:
    """What a list holds; ``numbers`` are the first and the last that were given, None when nothing was imported."""
    first, last = numbers or (None, None)
    return {
        "imported": 0 if first is None or last is None else last - first + 1,
        "first": first,
        "last": last,
        "good": len(reading.takes(questions=False)),
        "asked": len(reading.takes(questions=True)),
        "encoding": encoding_words(reading.encoding),
        "unused": list(reading.layout.unused),
        "findings": findings_shown(reading),
    }
