"""Who makes the cut: the staff's page and, where the event says so, the one for everybody."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.desk.page_views import desk_page_context
from matches.enums import ForecastFor, JobState
from matches.forecast.certain import Certain
from matches.forecasts.labels import (
    basis_text,
    forecast_rows,
    model_text,
    pod_model_text,
    pod_what_if_model_text,
    row_of,
    what_if_lines,
    what_if_model_text,
)
from matches.forecasts.queries import cut_of, forecast_for, forecast_stage, in_pods, strength_spread
from matches.forecasts.services import current_forecast, own_what_if
from matches.live.cached_views import cached_page
from matches.live.queries import event_versions
from matches.models import Entry, Event, Job
from matches.pages.access_views import PageRequest, Roles, staff_page
from matches.permissions import can_see_desk
from matches.public.views import public_context, versions_in
from matches.rounds.queries import current_round


def forecast_context(event: Event, *, staff: bool) -> dict[str, Any]:
    """The newest forecast for ``matches/forecasts/_table.html``, or whether one is possible at all."""
    stage = forecast_stage(event)
    if stage is None:
        return {"forecast": None, "possible": False}
    kept = current_forecast(event, stage)
    if kept is None:
        return {"forecast": None, "possible": True}
    return {
        "forecast": kept,
        "possible": True,
        "cut": cut_of(stage),
        "basis": basis_text(kept, stage.rounds_planned),
        "model": pod_model_text(kept) if in_pods(stage) else model_text(kept, strength_spread(event)),
        "rows": forecast_rows(kept, event, staff=staff),
    }


def own_chance(entry: Entry) -> dict[str, Any] | None:
    """One player's line for the personal page; None if the event shows none, or nothing is known of the player."""
    event = entry.event
    if forecast_for(event) == ForecastFor.STAFF or (stage := forecast_stage(event)) is None:
        return None
    kept = current_forecast(event, stage)
    row = kept.rows.get(str(entry.number)) if kept else None
    if kept is None or row is None:
        return None
    known = row_of(entry.number, "", *row)
    return {
        "text": known.text,
        "icon": known.icon,
        "open": known.certain not in (Certain.IN, Certain.OUT),
        "places": in_pods(stage),
        "basis": basis_text(kept, stage.rounds_planned),
    }


def what_if_context(entry: Entry) -> dict[str, Any] | None:
    """What the player's next match is worth, for the player's own page; None where the player has no chance to see.

    ``lines`` is empty, and ``making`` true, while a worker is finding it, or ``failed`` where that did not work.
    """
    own = own_what_if(entry)
    if own is None:
        return None
    if own.forecast is None or own.chances is None:
        return {"making": True}
    if isinstance(own.chances, Job):
        failed = own.chances.state == JobState.FAILED
        return {"making": not failed, "failed": failed}
    return {
        "lines": what_if_lines(own.chances, places=own.places),
        "basis": basis_text(own.forecast, own.forecast.stage.rounds_planned),
        "model": pod_what_if_model_text() if own.places else what_if_model_text(strength_spread(entry.event)),
    }


@staff_page(can_see_desk)
def desk_forecast(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/forecast/``: everyone's chance to make the cut."""
    versions = event_versions(event)
    context = desk_page_context(event, roles, "standings", current_round(event), versions)
    context |= forecast_context(event, staff=True)
    context |= {
        "part_url": request.path,
        "crumbs": [{"label": _("Standings"), "url": reverse("matches:desk_standings", args=[event.slug])}],
        "seen_by": forecast_for(event).label,
        "settings_url": reverse("matches:event_settings", args=[event.slug]),
    }
    return render(request, _template(request, "desk"), context)


@cached_page()
def public_forecast(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/forecast/``: the same for everybody; 404 unless the event shows it to everyone."""
    if forecast_for(event) != ForecastFor.EVERYONE:
        raise Http404
    context = public_context(event, roles, "standings", current_round(event, public_only=True), versions_in(request))
    context |= forecast_context(event, staff=False) | {"part_url": request.path}
    context["crumbs"] = [{"label": _("Standings"), "url": reverse("matches:standings", args=[event.slug])}]
    return render(request, _template(request, "public"), context)


def _template(request: PageRequest, name: str) -> str:
    return "matches/forecasts/_table.html" if request.htmx else f"matches/forecasts/{name}.html"
