"""Check that nothing in a log was altered or removed: every hash, every link, every column, and the end."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder

from judging.enums import RecordKind
from judging.models import CHILDREN, Attachment, Record
from matches.audit.services import row_hash, verify_audit
from matches.models import AuditRow, Event

BATCH = 500


@dataclass(frozen=True)
class Break:
    """The place where a chain breaks: ``log`` is "judging" or "audit"; ``what`` is a sentence for the console."""

    log: str
    sequence: int
    what: str


def verify_log(event: Event) -> list[Break]:
    """Return the first break in each of the event's two chains; [] if both are intact."""
    breaks = []
    in_judging_log = _judging(event)
    if in_judging_log is not None:
        breaks.append(in_judging_log)
    sequence = verify_audit(event)
    if sequence is not None:
        breaks.append(Break("audit", sequence, "this row, or the one before it, was altered or removed"))
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
        if isinstance(record, Attachment) and _is_altered(record):
            return Break("judging", expected, "this photo's file was altered")
        previous, expected = record.hash, expected + 1
    return _end(event, expected - 1, previous)


def _is_altered(photo: Attachment) -> bool:
    """Whether a photo's file differs from its hash. One that is gone was deleted, which the audit log shows."""
    try:
        content = (settings.MEDIA_ROOT / photo.path).read_bytes()
    except FileNotFoundError:
        return False
    return hashlib.sha256(content).hexdigest() != photo.sha256


def _children(event: Event) -> Iterator[Record]:
    """The records in order, each as its kind's model. A record without its child's row is left out."""
    rows = Record.objects.filter(event=event).order_by("sequence").values_list("pk", "kind").iterator(BATCH)
    while batch := list(islice(rows, BATCH)):
        records: dict[object, Record] = {}
        for kind in {kind for _pk, kind in batch}:
            keys = [pk for pk, other in batch if other == kind]
            model = CHILDREN[RecordKind(kind)]
            related = [field.name for field in model._meta.fields if field.is_relation and not field.one_to_one]
            players = [f"{name}__player" for name in related if name in ("player", "entry", "concerns")]
            records.update(model._default_manager.select_related(*related, *players).in_bulk(keys))
        for pk, _kind in batch:
            if pk in records:
                yield records[pk]


def _end(event: Event, last: int, last_hash: str) -> Break | None:
    """Compare the end of the log with the audit row of the newest judging change: a missing end is a break."""
    details = (
        AuditRow.objects.filter(event=event, details__has_key="log")
        .order_by("-sequence")
        .values_list("details", flat=True)
        .first()
    )
    length, end_hash = (details["log"], details["log_hash"]) if details else (0, "")
    if (length, end_hash) == (last, last_hash):
        return None
    return Break("judging", last + 1, f"the audit log knows {length} records; {last} are here")
