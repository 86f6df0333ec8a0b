"""An act on a hall day: one transaction, its row locked, the right checked, one row in its own log.

An act that also changes events locks these first, in the order of their keys, and the hall day last.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone

from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import NotAllowed
from matches.halls.permissions import HALL_RIGHTS, hall_roles_of
from matches.models import HallAct, HallDay
from matches.permissions import NOT_BY_ROLE


@dataclass(kw_only=True)
class HallChange:
    """An act in progress. Everything it writes has the time ``at``."""

    name: str
    hall_day: HallDay
    actor: Actor
    at: datetime
    reason: str = ""
    details: dict[str, Any] = field(default_factory=dict)

    def note(self, **details: Any) -> None:
        """Add to the row in the log: keys and numbers, never names."""
        self.details.update(details)


@contextmanager
def hall_act(name: str, *, hall_day: HallDay, actor: Actor, reason: str = "") -> Iterator[HallChange]:
    """Do something to a hall day, as the module says. Raises NotAllowed for an actor without the right."""
    with transaction.atomic():
        row = HallDay.objects.select_for_update().get(pk=hall_day.pk)
        check_may(name, hall_day=row, actor=actor)
        change = HallChange(name=name, hall_day=row, actor=actor, at=timezone.now(), reason=reason)
        yield change
        write_row(change)


def check_may(name: str, *, hall_day: HallDay, actor: Actor) -> None:
    """Raise NotAllowed for an actor without the right to the act ``name``."""
    if actor.is_program:
        return
    roles: frozenset[Role] = frozenset() if actor.is_player else hall_roles_of(actor.user, hall_day)
    if not roles & HALL_RIGHTS[name]:
        raise NotAllowed(NOT_BY_ROLE)


def write_row(change: HallChange) -> None:
    """Write the row of an act into the hall day's log."""
    HallAct.objects.create(
        hall_day=change.hall_day,
        at=change.at,
        act=change.name,
        user=change.actor.user,
        reason=change.reason,
        details=json.loads(json.dumps(change.details, cls=DjangoJSONEncoder)),
    )
