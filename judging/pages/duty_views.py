"""The line on a judge's pages that says what the judge does now and what comes next, with *On break* and *Back*."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from judging.duty import Duty
from judging.permissions import can_log
from judging.zones.labels import DUTY_LABELS, coming_text, until_text
from judging.zones.queries import FloorPlan
from matches.accounts.staff_queries import known_accounts
from matches.models import Event, User
from matches.pages.access_views import Roles
from matches.pages.components import Button


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLine:
    """What a judge does now, until when, what comes next, and the button that changes it; ``away`` is not rung."""

    zone: str
    duty: str
    away: bool
    until: str
    coming: str
    acts: list[Button]
    rota_url: str


def own_line(plan: FloorPlan | None, event: Event, roles: Roles, user: object) -> OwnLine | None:
    """The line for a judge of a floor with a plan; None for everyone else."""
    if plan is None or not can_log(roles) or not isinstance(user, User) or user.pk not in plan.staff:
        return None
    duty, zone, running = plan.duty_of(user.pk), plan.zone_of(user.pk), plan.current_of(user.pk)
    state, label = (Duty.ON, _("Back")) if duty is not Duty.ON else (Duty.BREAK, _("On break"))
    url = reverse("judging:own_duty", args=[event.slug, state.value])
    return OwnLine(
        zone=zone.name if zone is not None else "",
        duty=str(DUTY_LABELS[duty]),
        away=duty is not Duty.ON,
        until=until_text(running) if running is not None and running.duty is duty else "",
        coming=coming_text(plan, user.pk, known_accounts(user)) if plan.next_of(user.pk) else "",
        acts=[Button(label=label, url=url, method="post")],
        rota_url=reverse("judging:rota", args=[event.slug]),
    )
