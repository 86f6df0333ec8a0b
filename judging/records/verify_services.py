"""Proof that nothing in a log was altered or removed: every hash, every link, every column, and both ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.core.serializers.json import DjangoJSONEncoder

from judging.enums import RecordKind
from judging.models import CHILDREN, Record
from matches.audit.services import row_hash, verify_audit
from matches.models import AuditRow, Event

BATCH = 500


@dataclass(frozen=True)
class Break:
    """Where a chain breaks: ``log`` is "judging" or "audit"; ``what`` is a sentence for the console."""

    log: str
    sequence: int
    what: str


def verify_log(event: Event) -> list[Break]:
    """The first break of each of the event's two chains; [] when both are true."""
    breaks = []
    found = _judging(event)
    if found is not None:
        breaks.append(found)
    broken = verify_audit(event)
    if broken is not None:
        breaks.append(Break("audit", broken, "this row, or the one before it, was altered or removed"))
    return breaks


def _judging(event: Event) -> Break | None:
    previous, expected = "", 1
    for record in _children(event):
        if record.sequence != expected:
            return Break("judging", expected, "this record was removed")
        if record.previous_hash != previous:
            return Break("judging", expected, "this record does not follow the one before it")
        if record.hash != row_hash(previous, record.body):
            return Break("judging", expected, "this record's hash does not fit its content")
        columns = json.loads(json.dumps(record.canonical(), cls=DjangoJSONEncoder))
        altered = [key for key, value in record.body.items() if columns.get(key) != value]
        if altered:
            return Break("judging", expected, f"altered beside the hashed part: {', '.join(altered)}")
        previous, expected = record.hash, expected + 1
    return _end(event, expected - 1, previous)


def _children(event: Event) -> Iterator[Record]:
    """The records in order, each as its kind; a bare parent where the child's row is gone."""
    rows = Record.objects.filter(event=event).order_by("sequence").values_list("pk", "kind").iterator(BATCH)
    while batch := list(islice(rows, BATCH)):
        found: dict[object, Record] = {}
        for kind in {kind for _pk, kind in batch}:
            keys = [pk for pk, other in batch if other == kind]
            model = CHILDREN[RecordKind(kind)]
            related = [field.name for field in model._meta.fields if field.is_relation and not field.one_to_one]
            players = [f"{name}__player" for name in related if name in ("player", "entry", "concerns")]
            found.update(model._default_manager.select_related(*related, *players).in_bulk(keys))
        for pk, _kind in batch:
            if pk in found:
                yield found[pk]


def _end(event: Event, last: int, last_hash: str) -> Break | None:
    """The audit row of the newest judging act names the log's last line, so that a cut-off end shows."""
    said = (
        AuditRow.objects.filter(event=event, details__has_key="log")
        .order_by("-sequence")
        .values_list("details", flat=True)
        .first()
    )
    told = (said["log"], said["log_hash"]) if said else (0, "")
    if told == (last, last_hash):
        return None
    return Break("judging", last + 1, f"the audit log knows {told[0]} records; {last} are here")
