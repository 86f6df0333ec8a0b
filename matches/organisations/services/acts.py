"""An act on an organisation: one transaction, its row locked, the right checked, one row in its own log.

An act that also changes an event is part of that event's change, which is locked first: so no two wait for each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.audit.act_services import OwnAct
from matches.audit.services import Actor
from matches.errors import NotAllowed
from matches.models import Organisation, OrganisationAct
from matches.organisations.permissions import ORGANISATION_RIGHTS, Standing, standing_of


@dataclass(kw_only=True)
class Act(OwnAct):
    """An act in progress; ``standing`` is what the actor is there."""

    organisation: Organisation
    standing: frozenset[Standing] = frozenset()


@contextmanager
def organisation_act(
    name: str, *, organisation: Organisation, actor: Actor, at: datetime | None = None
) -> Iterator[Act]:
    """Do something to an organisation, as the module says. Raises NotAllowed for an actor without the right."""
    with transaction.atomic():
        row = Organisation.objects.select_for_update().get(pk=organisation.pk)
        standing = check_may(name, organisation=row, actor=actor)
        act = Act(name=name, organisation=row, actor=actor, at=at or timezone.now(), standing=standing)
        yield act
        write_row(act)


def check_may(name: str, *, organisation: Organisation, actor: Actor) -> frozenset[Standing]:
    """What the actor is in the organisation. Raises NotAllowed without the right to the act ``name``."""
    right = ORGANISATION_RIGHTS[name]
    if actor.is_program:
        return frozenset()
    standing = frozenset() if actor.is_player else standing_of(actor.user, organisation)
    if not standing & right:
        raise NotAllowed(_("Your role in this club does not allow this."))
    return standing


def write_row(act: Act) -> None:
    """Write the row of an act into the organisation's log."""
    OrganisationAct.objects.create(organisation=act.organisation, **act.row())
