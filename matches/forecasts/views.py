"""Who makes the cut: the staff's page and, where the event says so, the one for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.course.queries import current_round
from matches.enums import ForecastFor, JobState
from matches.events.queries.kinds import kind_of
from matches.forecast.certain import Certain
from matches.forecasts.labels import (
    ForecastRow,
    WhatIfLine,
    basis_text,
    forecast_rows,
    model_text,
    pod_model_text,
    pod_what_if_model_text,
    row_of,
    what_if_lines,
    what_if_model_text,
)
from matches.forecasts.queries import cut_of, forecast_for, forecast_stage, strength_spread
from matches.forecasts.services import current_forecast, own_what_if
from matches.frame.desk_views import desk_page_context
from matches.frame.public_views import public_context, versions_in
from matches.live.cached_views import cached_page
from matches.live.queries import event_versions
from matches.models import Entry, Event, Forecast, Job
from matches.pages.access_views import PageRequest, Roles, staff_page
from matches.pages.components import Link
from matches.permissions import can_see_desk


class ForecastContext(TypedDict):
    """The newest forecast, what it rests on, and whether one is possible at all."""

    forecast: Forecast | None
    possible: bool
    cut: int | None
    basis: str
    model: str
    rows: Sequence[ForecastRow]


def forecast_context(event: Event, *, staff: bool) -> ForecastContext:
    """The newest forecast for ``matches/forecasts/_table.html``."""
    stage = forecast_stage(event)
    kept = current_forecast(event, stage) if stage is not None else None
    if stage is None or kept is None:
        possible = stage is not None
        return {"forecast": None, "possible": possible, "cut": None, "basis": "", "model": "", "rows": ()}
    return {
        "forecast": kept,
        "possible": True,
        "cut": cut_of(stage),
        "basis": basis_text(kept, stage.rounds_planned),
        "model": pod_model_text(kept) if kind_of(stage).has_order else model_text(kept, strength_spread(event)),
        "rows": forecast_rows(kept, event, staff=staff),
    }


@dataclass(frozen=True, slots=True)
class OwnChance:
    """A player's chance to make the cut; ``open`` while a result can change it. ``places``: a result is a place."""

    text: str
    icon: str
    open: bool
    places: bool
    basis: str


def shown_forecast(event: Event) -> Forecast | None:
    """The newest forecast, if the event shows players their own chance."""
    if forecast_for(event) == ForecastFor.STAFF or (stage := forecast_stage(event)) is None:
        return None
    return current_forecast(event, stage)


def own_chance(entry: Entry, kept: Forecast | None) -> OwnChance | None:
    """One player's line for the personal page; None without a forecast, or if it tells nothing of the player."""
    row = kept.rows.get(str(entry.number)) if kept else None
    if kept is None or row is None:
        return None
    stage = kept.stage
    known = row_of(entry.number, "", *row)
    return OwnChance(
        text=known.text,
        icon=known.icon,
        open=known.certain not in (Certain.IN, Certain.OUT),
        places=kind_of(stage).has_order,
        basis=basis_text(kept, stage.rounds_planned),
    )


@dataclass(frozen=True, slots=True)
class WhatIfShown:
    """What a player's next match is worth. ``lines`` is empty, and ``making`` true, while a worker is finding it, or
    ``failed`` where that did not work.
    """

    making: bool = False
    failed: bool = False
    lines: Sequence[WhatIfLine] = ()
    basis: str = ""
    model: str = ""


def what_if_shown(entry: Entry) -> WhatIfShown | None:
    """What the player's next match is worth; None where the player has no chance to see."""
    own = own_what_if(entry)
    if own is None:
        return None
    if own.forecast is None or own.chances is None:
        return WhatIfShown(making=True)
    if isinstance(own.chances, Job):
        failed = own.chances.state == JobState.FAILED
        return WhatIfShown(making=not failed, failed=failed)
    return WhatIfShown(
        lines=what_if_lines(own.chances, places=own.places),
        basis=basis_text(own.forecast, own.forecast.stage.rounds_planned),
        model=pod_what_if_model_text() if own.places else what_if_model_text(strength_spread(entry.event)),
    )


@staff_page(can_see_desk)
def desk_forecast(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/forecast/``: everyone's chance to make the cut."""
    versions = event_versions(event)
    context = {
        **desk_page_context(event, roles, "standings", current_round(event), versions),
        **forecast_context(event, staff=True),
        "part_url": request.path,
        "crumbs": [Link(_("Standings"), reverse("matches:desk_standings", args=[event.slug]))],
        "seen_by": forecast_for(event).label,
        "settings_url": reverse("matches:event_settings", args=[event.slug]),
    }
    return render(request, _template(request, "desk"), context)


@cached_page()
def public_forecast(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/forecast/``: the same for everybody; 404 unless the event shows it to everyone."""
    if forecast_for(event) != ForecastFor.EVERYONE:
        raise Http404
    context = {
        **public_context(event, roles, "standings", current_round(event, public_only=True), versions_in(request)),
        **forecast_context(event, staff=False),
        "part_url": request.path,
        "crumbs": [Link(_("Standings"), reverse("matches:standings", args=[event.slug]))],
    }
    return render(request, _template(request, "public"), context)


def _template(request: PageRequest, name: str) -> str:
    return "matches/forecasts/_table.html" if request.htmx else f"matches/forecasts/{name}.html"
