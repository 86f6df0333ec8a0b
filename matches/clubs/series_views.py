"""The series of a club: the list with their events, one of them, and making, renaming and removing one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.clubs.access_views import Standings, club_page
from matches.clubs.forms import NameForm, NewSeriesForm
from matches.clubs.lookup_services import SeriesEvents, events_of_series, with_events
from matches.clubs.views import club_tabs, clubs_crumb
from matches.errors import Refused
from matches.final.winner_queries import noted_winners
from matches.models import Event, Organisation, Series, User
from matches.names.labels import listed
from matches.organisations.permissions import can_manage, can_read_club
from matches.organisations.queries.series import series_of
from matches.organisations.services.series import create_series, remove_series, rename_series
from matches.pages.access_views import actor_of
from matches.pages.components import Link
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status, try_once
from matches.people.labels.names import name_of
from rules_engine.text import isolated

NEWEST = 10
"""So many events of each series are in the list of all."""
PAGE = 100
PAGE_OF_SERIES = 20
"""So many series are on a page, each with its newest events."""


@dataclass(frozen=True, slots=True)
class SeriesEventShown:
    """A line of a series: an event with its players, and who won it ("": nobody yet)."""

    event: Event
    players: int
    winner: str


@dataclass(frozen=True, slots=True)
class SeriesShown:
    """A series in the list; ``more_url`` is "" where all of its events are shown."""

    series: Series
    years: str
    count: int
    events: list[SeriesEventShown]
    more_url: str


@club_page(can_read_club)
def club_series(request: HttpRequest, organisation: Organisation, standing: Standings) -> HttpResponse:
    """``/clubs/CLUB/series/``: each series with its newest events, in pages; ``POST``, by a manager, makes one."""
    form = NewSeriesForm(request.POST or None)
    if request.method == "POST" and form.is_valid():

        def make() -> str:
            create_series(organisation=organisation, actor=actor_of(request), name=form.cleaned_data["name"])
            return reverse("matches:club_series", args=[organisation.slug])

        if answer := try_once(request, form, make):
            messages.success(request, _("Series created. Put an event into it in the event’s settings, under Club."))
            return redirect(answer[0])
    page = Paginator(series_of([organisation]), PAGE_OF_SERIES).get_page(request.GET.get("page"))
    rows = with_events(organisation, cast(User, request.user), list(page.object_list), NEWEST)
    winners = _winners(event for row in rows for event in row.events)
    context = {
        "club": organisation,
        "crumbs": clubs_crumb(),
        "tabs": club_tabs(organisation, standing, "series"),
        "page": page,
        "rows": [_series_shown(row, winners) for row in rows],
        "may_manage": can_manage(standing),
        "form": form,
    }
    return render(request, "matches/clubs/all_series.html", context, status=rejected_status(form))


def _series_shown(row: SeriesEvents, winners: dict[int, str]) -> SeriesShown:
    url = reverse("matches:series", args=[row.series.organisation.slug, row.series.key])
    return SeriesShown(
        series=row.series,
        years=_years_text(row.span.years),
        count=row.span.count,
        events=[_event_shown(event, winners) for event in row.events],
        more_url=url if row.span.count > len(row.events) else "",
    )


def _years_text(years: tuple[int, int] | None) -> str:
    if years is None:
        return ""
    return str(years[0]) if years[0] == years[1] else f"{years[0]}–{years[1]}"


def _winners(events: Iterable[Event]) -> dict[int, str]:
    """Who won each of these events, as everybody is shown the name: two queries."""
    return {
        event_id: listed(name_of(entry, staff=False, event=entry.event) for entry in entries)
        for event_id, entries in noted_winners(events).items()
    }


def _event_shown(event: Event, winners: dict[int, str]) -> SeriesEventShown:
    return SeriesEventShown(event, getattr(event, "players", 0), winners.get(event.pk, ""))


@club_page(can_read_club)
def series(request: HttpRequest, organisation: Organisation, standing: Standings, key: UUID) -> HttpResponse:
    """``/clubs/CLUB/series/KEY/``: all events of a series."""
    row = get_object_or_404(series_of([organisation]), key=key)
    page = Paginator(events_of_series(row, cast(User, request.user)), PAGE).get_page(request.GET.get("page"))
    winners = _winners(page.object_list)
    context = {
        "club": organisation,
        "crumbs": _series_crumbs(organisation),
        "series": row,
        "page": page,
        "events": [_event_shown(event, winners) for event in page.object_list],
        "may_manage": can_manage(standing),
    }
    return render(request, "matches/clubs/series.html", context)


def _series_crumbs(organisation: Organisation) -> list[Link]:
    """The way back to all series."""
    return [*clubs_crumb(), Link(organisation.name, reverse("matches:club_series", args=[organisation.slug]))]


@club_page(can_manage)
def series_edit(request: HttpRequest, organisation: Organisation, standing: Standings, key: UUID) -> HttpResponse:
    """``/clubs/CLUB/series/KEY/name/``: rename a series, or remove it."""
    row = get_object_or_404(series_of([organisation]), key=key)
    form = NameForm(request.POST or None, initial={"name": row.name})
    if request.method == "POST" and form.is_valid():
        try:
            rename_series(series=row, actor=actor_of(request), **form.cleaned_data)
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Name saved."))
            return redirect("matches:series", organisation.slug, key)
    context = {
        "club": organisation,
        "crumbs": _series_crumbs(organisation),
        "series": row,
        "series_url": reverse("matches:series", args=[organisation.slug, key]),
        "form": form,
    }
    return render(request, "matches/clubs/series_edit.html", context, status=rejected_status(form))


@require_POST
@club_page(can_manage)
def series_remove(request: HttpRequest, organisation: Organisation, standing: Standings, key: UUID) -> HttpResponse:
    """Remove a series; its events stay."""
    row = get_object_or_404(series_of([organisation]), key=key)
    remove_series(series=row, actor=actor_of(request))
    text = _("The series %(name)s has been removed. Its events stay.")
    messages.success(request, text % {"name": isolated(row.name)})
    return redirect("matches:club_series", organisation.slug)
