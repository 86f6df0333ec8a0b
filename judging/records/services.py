"""How a record lands: once under its id, in its event's sequence, chained to the one before it."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
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
from matches.audit.services import Actor, Change, audited_change, row_hash
from matches.enums import Role
from matches.errors import Refused
from matches.models import Event, Match
from matches.permissions import roles_of

R = TypeVar("R", bound=Record)


@dataclass(frozen=True, kw_only=True)
class Stamp:
    """What the device says about a record: its id, its own time and number, and where it was made."""

    id: uuid.UUID = field(default_factory=uuid.uuid4)
    device_time: datetime | None = None
    device: str = ""
    number: int | None = None
    source: RecordSource = RecordSource.TABLET


@dataclass
class Log:
    """A judging act under way: the act, the event's rules, who acts, and the log's last line."""

    act: Change
    stamp: Stamp
    rules: EventRules
    roles: frozenset[Role]
    match: Match | None = None
    written: int = 0

    @property
    def event(self) -> Event:
        return self.act.event

    @property
    def at(self) -> datetime:
        return self.act.at

    @property
    def policy(self) -> Policy:
        return self.rules.policy

    @property
    def policy_roles(self) -> frozenset[str]:
        return policy_roles(self.roles)

    def append(self, record: R, *, what: str = "") -> R:
        """Write the next line. The act's first record bears the device's id and number; a further one an id made
        from it and ``what``, so that the same act sent again would make the same ids."""
        first = self.written == 0
        last = Record.objects.filter(event=self.event).order_by("-sequence").only("sequence", "hash").first()
        record.id = self.stamp.id if first else uuid.uuid5(self.stamp.id, what)
        record.event = self.event
        record.sequence = (last.sequence if last else 0) + 1
        record.kind = KIND_OF[type(record)]
        self._place(record)
        record.judge = self.act.actor.user
        record.player = self.act.actor.entry
        record.server_time = self.at
        record.device_time = self.stamp.device_time
        record.device = self.stamp.device
        record.device_number = self.stamp.number if first else None
        record.source = self.stamp.source
        record.policy_version = self.policy.short_version
        # Through JSON once, so that what is hashed is what will be read back.
        record.body = json.loads(json.dumps(record.canonical(), cls=DjangoJSONEncoder))
        record.previous_hash = last.hash if last else ""
        record.hash = row_hash(record.previous_hash, record.body)
        record.save(force_insert=(models.Model,))
        self.written += 1
        # The audit row holds the log's end, so that cutting off the last lines shows as well.
        self.act.note(log=record.sequence, log_hash=record.hash)
        return record

    def _place(self, record: Record) -> None:
        if self.match is not None:
            record.match = self.match
            record.round = self.match.round
            record.table = self.match.table

    def touch(self, *parts: str) -> None:
        """Name the parts of pages that changed, the table among them."""
        table = (f"table {self.match.table}",) if self.match is not None and self.match.table else ()
        self.act.touch(*table, *parts)


class _Landed(Exception):  # noqa: N818 - not an error: it takes the transaction back when there is nothing to do
    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record


def land(
    model: type[R],
    *,
    name: str,
    event: Event,
    actor: Actor,
    stamp: Stamp | None,
    write: Callable[[Log], R],
    match: Match | None = None,
    reason: str = "",
    at: datetime | None = None,
) -> R:
    """Open the act ``name`` and ``write`` its records, unless one with the stamp's id is there: then answer that.

    Raises Refused when the id belongs to something else, when the match is another event's, or as ``write`` does.
    """
    stamp = stamp or Stamp()
    known = _landed(model, event, stamp)
    if known is not None:
        return known
    if match is not None and match.round.stage.event_id != event.pk:
        raise Refused("other_event", _("This table belongs to another event."))
    try:
        with audited_change(name, event_id=event.pk, actor=actor, reason=reason[:300], at=at) as change:
            # Once more under the lock: the other copy may have landed while this one waited.
            known = _landed(model, event, stamp)
            if known is not None:
                raise _Landed(known)
            _number_is_free(event, stamp)
            rules = _started(change)
            log = Log(act=change, stamp=stamp, rules=rules, roles=roles_of(actor.user, event), match=match)
            return write(log)
    except _Landed as landed:
        return cast("R", landed.record)  # what ``_landed`` and ``already`` hand on is of this kind


def already(record: Record) -> Exception:
    """Raise this inside ``write`` to answer with a record that is there and write nothing."""
    return _Landed(record)


def _landed(model: type[R], event: Event, stamp: Stamp) -> R | None:
    kind = Record.objects.filter(pk=stamp.id).values_list("event", "kind").first()
    if kind is None:
        return None
    if kind != (event.pk, KIND_OF[model]):
        raise Refused("id_taken", _("This entry's id belongs to another entry. Start it again."), conflict=True)
    return cast("R", model._default_manager.get(pk=stamp.id))


def _number_is_free(event: Event, stamp: Stamp) -> None:
    if stamp.number is None:
        return
    if Record.objects.filter(event=event, device=stamp.device, device_number=stamp.number).exists():
        raise Refused(
            "number_taken",
            _("This device has used number %(number)s for another entry.") % {"number": stamp.number},
            conflict=True,
        )


def _started(change: Change) -> EventRules:
    """The event's rules; the first record starts the default policy if nobody chose one."""
    rules = rules_of(change.event)
    if rules.started:
        return rules
    store_policy(change, DEFAULT_PROFILE, {})
    return rules_of(change.event)
