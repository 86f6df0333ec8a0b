"""Write the judging log: each record once for its id, numbered within its event and chained to the one before."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar, cast

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from judging.enums import RecordSource
from judging.models import KIND_OF, Record
from judging.permissions import policy_roles
from judging.policies.queries import DEFAULT_PROFILE, EventRules, rules_of
from judging.policies.services import store_policy
from judging.policy import Policy
from matches.audit.services import MOST_REASON, Actor, Change, audited_change, row_hash
from matches.enums import Role
from matches.errors import Refused
from matches.models import Event, Match

R = TypeVar("R", bound=Record)


@dataclass(frozen=True, kw_only=True)
class Stamp:
    """What the device says about a record: its id, the device's time and number, and where it was made.

    The ``device_time`` of a record from paper is the time that stands on the sheet. With ``yields``, a number that is
    another record's is left out: two devices count under one name when one is a copy of the other.
    """

    id: uuid.UUID = field(default_factory=uuid.uuid4)
    device_time: datetime | None = None
    device: str = ""
    number: int | None = None
    yields: bool = False
    source: RecordSource = RecordSource.TABLET


@dataclass
class RecordWriter:
    """Writes the records of one change to the judging log, with the event's rules and who makes the change.

    The first record of the type ``main`` is the one that the device knows: it has the id and number of its stamp.
    """

    change: Change
    stamp: Stamp
    rules: EventRules
    match: Match | None = None
    main: type[Record] = Record
    has_main: bool = False

    @property
    def event(self) -> Event:
        return self.change.event

    @property
    def at(self) -> datetime:
        return self.change.at

    @property
    def roles(self) -> frozenset[Role]:
        return self.change.roles

    @property
    def policy(self) -> Policy:
        return self.rules.policy

    @property
    def policy_roles(self) -> frozenset[str]:
        return policy_roles(self.roles)

    def append(self, record: R, *, what: str = "") -> R:
        """Write the next record.

        The id of one that the device does not know is derived from the stamp's id and ``what``, so that the same change
        sent again gives the same ids."""
        self._start_policy()
        is_main = not self.has_main and isinstance(record, self.main)
        last = Record.objects.filter(event=self.event).order_by("-sequence").only("sequence", "hash").first()
        record.id = self.stamp.id if is_main else uuid.uuid5(self.stamp.id, what)
        record.event = self.event
        record.sequence = (last.sequence if last else 0) + 1
        record.kind = KIND_OF[type(record)]
        self._place(record)
        record.judge = self.change.actor.user
        record.player = self.change.actor.entry
        record.server_time = self.at
        record.device_time = self.stamp.device_time
        record.device = self.stamp.device
        record.device_number = self.stamp.number if is_main else None
        record.source = self.stamp.source
        record.policy_version = self.policy.short_version
        # Convert through JSON, so that the hashed values are those that will be read back.
        record.body = json.loads(json.dumps(record.canonical(), cls=DjangoJSONEncoder))
        record.previous_hash = last.hash if last else ""
        record.hash = row_hash(record.previous_hash, record.body)
        record.save(force_insert=(models.Model,))
        self.has_main = self.has_main or is_main
        # The audit row holds the end of the log, so that removed last records are found, too.
        self.change.outermost.note(log=record.sequence, log_hash=record.hash)
        return record

    def _start_policy(self) -> None:
        """Give the event the default policy with its first record, unless a policy was chosen."""
        if not self.rules.started:
            store_policy(change=self.change, profile=DEFAULT_PROFILE, overrides={})
            self.rules = rules_of(self.event)

    def _place(self, record: Record) -> None:
        if self.match is not None:
            record.match = self.match
            record.round = self.match.round
            record.table = self.match.table

    def touch(self, *parts: str) -> None:
        """Name the parts of pages that changed; the table is added."""
        table = (f"table {self.match.table}",) if self.match is not None and self.match.table else ()
        self.change.touch(*table, *parts)


class AlreadyWritten(Exception):  # noqa: N818 - not an error: it ends a change that has nothing to write
    """Raised inside ``write`` to return an existing record and write nothing."""

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record


def write_records_once(
    *,
    model: type[R],
    name: str,
    event: Event,
    actor: Actor,
    stamp: Stamp | None,
    write: Callable[[RecordWriter], R],
    match: Match | None = None,
    reason: str = "",
    at: datetime | None = None,
) -> R:
    """Make the change ``name``, in which ``write`` writes its records; returns the first of them.

    A record that was written before under the stamp's id is returned instead. Raises Refused when the id belongs to
    something else, when the match is another event's, or as ``write`` does.
    """
    stamp = stamp or Stamp()
    existing = _find_written(model, event, stamp)
    if existing is not None:
        return existing
    if match is not None and match.round.stage.event_id != event.pk:
        raise Refused("other_event", _("This table belongs to another event."))
    try:
        with audited_change(name, event_id=event.pk, actor=actor, reason=reason[:MOST_REASON], at=at) as change:
            # Check again under the lock: another copy may have been written while this one waited.
            existing = _find_written(model, event, stamp)
            if existing is not None:
                raise AlreadyWritten(existing)
            stamp = _with_own_number(event, stamp)
            rules = rules_of(change.event)
            return write(RecordWriter(change=change, stamp=stamp, rules=rules, match=match, main=model))
    except AlreadyWritten as written:
        return cast("R", written.record)  # the callers pass a record of this model


def _find_written(model: type[R], event: Event, stamp: Stamp) -> R | None:
    kind = Record.objects.filter(pk=stamp.id).values_list("event", "kind").first()
    if kind is None:
        return None
    if kind != (event.pk, KIND_OF[model]):
        raise Refused("id_taken", _("Another record already has this ID. Enter the record again."), conflict=True)
    found = model._default_manager.get(pk=stamp.id)
    found.repeated = True
    return cast("R", found)


def _with_own_number(event: Event, stamp: Stamp) -> Stamp:
    """The stamp, without a number that another record has; refused where it must keep its number."""
    used = Record.objects.filter(event=event, device=stamp.device, device_number=stamp.number)
    if stamp.number is None or not used.exists():
        return stamp
    if stamp.yields:
        return replace(stamp, number=None)
    raise Refused(
        "number_taken",
        _("This device has used number %(number)s for another record.") % {"number": stamp.number},
        conflict=True,
    )
