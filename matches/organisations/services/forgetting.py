"""A suspended person is forgotten: what was written of them goes, once the suspension is over."""

from __future__ import annotations

from collections.abc import Collection

from django.utils import timezone
from django.utils.translation import gettext as _

from matches.audit.services import SYSTEM
from matches.errors import Refused
from matches.models import Organisation, Suspension, SuspensionOverride
from matches.organisations.queries.suspensions import is_over
from matches.organisations.services.acts import organisation_act

NOBODY = "–"
"""Stands for the name of somebody who was forgotten."""


def check_over(suspensions: Collection[Suspension]) -> None:
    """Raise Refused while one of these suspensions is in force or to come: the club needs to know whom it is about."""
    clubs = {row.organisation.name for row in suspensions if not is_over(row, timezone.localdate())}
    if clubs:
        message = _("This person is suspended by %(clubs)s. Lift the suspension first, or wait until it is over.")
        raise Refused("still_suspended", message % {"clubs": ", ".join(sorted(clubs))})


def forget_suspensions(*, suspensions: Collection[Suspension]) -> int:
    """Empty suspensions that are over: name, ID, email address and reasons, but for what stands in the logs. Returns
    how many. Raises as ``check_over``.
    """
    check_over(suspensions)
    keys = [row.pk for row in suspensions]
    for club in Organisation.objects.filter(suspensions__in=keys).distinct().order_by("pk"):
        with organisation_act("forget_suspension", organisation=club, actor=SYSTEM) as act:
            rows = Suspension.objects.filter(organisation=club, pk__in=keys)
            act.note(suspensions=[str(key) for key in rows.order_by("pk").values_list("key", flat=True)])
            SuspensionOverride.objects.filter(suspension__in=rows).update(reason="")
            rows.update(name=NOBODY, external_id="", email="", reason="", lifted_reason="", player=None)
    return len(keys)
