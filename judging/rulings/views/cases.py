"""One-tap decisions about a penalty on the head judge's page: carry it out, or keep both of two alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.models import Infraction
from judging.pages.frame_views import run_button
from judging.permissions import can_head
from judging.rulings.queries.cases import PenaltyCase, cases_of
from judging.rulings.services.rulings import keep_both
from judging.rulings.services.takebacks import apply_penalty
from matches.models import Event
from matches.pages.access_views import Roles, actor_of, staff_page


@staff_page(can_head)
def apply(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """Carry out a match loss that was waiting for the player's next match."""
    case = find(event, record)

    def do() -> str:
        step = apply_penalty(infraction=case.infraction, actor=actor_of(request))
        return _("Applied at table %(table)s.") % {"table": step.table}

    return _one_button(request, event, do)


@staff_page(can_head)
def keep(request: HttpRequest, event: Event, roles: Roles, record: Any) -> HttpResponse:
    """Keep both records of a possible duplicate."""
    case = find(event, record)

    def do() -> str:
        keep_both(infraction=case.infraction, actor=actor_of(request))
        return _("Both records stand.")

    return _one_button(request, event, do)


def _one_button(request: HttpRequest, event: Event, do: Callable[[], str]) -> HttpResponse:
    url = reverse("judging:head", args=[event.slug])
    return run_button(request, do, url) if request.method == "POST" else redirect(url)


def find(event: Event, record: Any) -> PenaltyCase:
    """An infraction of this event with its state, or 404."""
    row = get_object_or_404(Infraction.objects.select_related("match__round__stage__event"), event=event, pk=record)
    (case,) = cases_of(event, pk=row.pk)
    case.infraction.match = row.match
    return case
