"""An act on the site: one transaction, the right checked as it is at that moment, one row in the site's log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.audit.act_services import OwnAct
from matches.audit.services import Actor
from matches.errors import NotAllowed
from matches.models import SiteAct, User
from matches.site.permissions import SITE_ACTS, owns_site


@dataclass(kw_only=True)
class SiteChange(OwnAct):
    """An act in progress. ``person`` is the account that it is done to."""

    person: User | None = None


@contextmanager
def site_act(name: str, *, actor: Actor) -> Iterator[SiteChange]:
    """Do something to the site, as the module says. Raises NotAllowed for everyone but its owners.

    The owners' rows are locked: of two who take each other's place away at once, one is refused.
    """
    if name not in SITE_ACTS:
        raise KeyError(name)
    with transaction.atomic():
        owners = {user.pk: user for user in User.objects.select_for_update().filter(is_superuser=True).order_by("pk")}
        own = owners.get(actor.user.pk) if actor.user is not None and not actor.is_player else None
        if not owns_site(own):
            raise NotAllowed(_("Only the owner of this site may do this."))
        change = SiteChange(name=name, actor=actor, at=timezone.now())
        yield change
        SiteAct.objects.create(person=change.person, **change.row())
