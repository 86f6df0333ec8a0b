"""An act on a hall day: one transaction, its row locked, the right checked, one row in its own log.

An act that also changes events locks these first, in the order of their keys, and the hall day last.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.audit.act_services import OwnAct
from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import NotAllowed, Refused
from matches.halls.permissions import HALL_RIGHTS, hall_roles_of
from matches.models import HallAct, HallDay
from matches.permissions import NOT_BY_ROLE


@dataclass(kw_only=True)
class HallChange(OwnAct):
    """An act in progress."""

    hall_day: HallDay
    reason: str = ""


@contextmanager
def hall_act(name: str, *, hall_day: HallDay, actor: Actor, reason: str = "") -> Iterator[HallChange]:
    """Do something to a hall day, as the module says. Raises NotAllowed for an actor without the right, and Refused
    once it has been removed.
    """
    with transaction.atomic():
        row = HallDay.objects.select_for_update().get(pk=hall_day.pk)
        check_may(name, hall_day=row, actor=actor)
        if row.removed_at is not None:
            raise Refused("hall_day_removed", _("This hall day has been removed."), conflict=True)
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
    HallAct.objects.create(hall_day=change.hall_day, reason=change.reason, **change.row())
