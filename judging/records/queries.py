"""The records of the judging log in the order in which they were written, each as its kind's model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from judging.enums import RecordKind
from judging.models import CHILDREN, Record
from matches.models import Event, Match

RELATED: dict[RecordKind, tuple[str, ...]] = {
    RecordKind.RULING: ("concerns__player",),
    RecordKind.INFRACTION: ("entry__player",),
    RecordKind.PENALTY: ("infraction__entry__player",),
    RecordKind.APPEAL: ("entry__player",),
    RecordKind.TABLE: ("entry__player",),
    RecordKind.ACKNOWLEDGEMENT: ("entry__player", "result"),
    RecordKind.CALL: ("entry__player",),
}


def records_of_match(match: Match) -> list[Record]:
    """The records of a match, oldest first. One query, and one for each kind that occurs."""
    return as_kinds(Record.objects.filter(match=match).order_by("sequence"))


def records_of_event(event: Event) -> list[Record]:
    """The records of an event, oldest first."""
    return as_kinds(Record.objects.filter(event=event).order_by("sequence"))


def as_kinds(records: Iterable[Record]) -> list[Record]:
    """The records as instances of their kind's model, with players, judge and table loaded."""
    keys: dict[str, list[Any]] = defaultdict(list)
    order = []
    for record in records:
        keys[record.kind].append(record.pk)
        order.append(record.pk)
    found: dict[Any, Record] = {}
    for kind, pks in keys.items():
        rows = CHILDREN[RecordKind(kind)]._default_manager.select_related(
            "judge", "round", "match", *RELATED.get(RecordKind(kind), ())
        )
        found.update(rows.in_bulk(pks))
    return [found[pk] for pk in order]
