"""Flights: an event is split, and players go on from one event to another."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from matches.flights.forms import QualifyForm, SourceForm, SplitForm
from matches.flights.queries import (
    Onward,
    Standing,
    onward_from,
    qualified_from,
    qualifying_events,
    sources_for,
    standing_of,
    top,
    with_points,
)
from matches.flights.services.qualifying import take_qualifiers
from matches.flights.services.splitting import split_event
from matches.frame.desk_views import desk_context
from matches.models import Entry, Event, Round
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.submission_views import rejected_status, try_once
from matches.permissions import can_organise, roles_of
from matches.setup.views import setup_tabs
from matches.snapshots.labels import points_text


@dataclass(frozen=True, slots=True)
class SourceShown:
    """An event that players come from."""

    name: str
    url: str
    carries_points: bool
    players: int


@dataclass(frozen=True, slots=True)
class OnwardShown:
    """An event that players went on to; ``url`` is empty for those who have no role there."""

    name: str
    url: str
    players: int


@dataclass(frozen=True, slots=True)
class QualifierRow:
    """A place in the standings there; ``is_here``: in this event already, ``ticked``: proposed."""

    number: int
    rank: int
    name: str
    points: str
    is_out: bool
    is_here: bool
    ticked: bool


@staff_page(can_organise)
def event_flights(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/settings/flights/``: where players come from; how to split the event before it begins."""
    return _page(request, event, roles)


@require_POST
@staff_page(can_organise)
def event_split(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Split the event into flights."""
    form = SplitForm(request.POST)
    if form.is_valid():

        def split() -> str:
            data = form.cleaned_data
            made = split_event(event=event, actor=actor_of(request), flights=data["flights"], by=data["by"])
            messages.success(request, _("The flights are: %(names)s.") % {"names": "; ".join(one.name for one in made)})
            return reverse("matches:event_flights", args=[event.slug])

        if answer := try_once(request, form, split):
            return redirect(answer[0])
    return _page(request, event, roles, split=form)


@staff_page(can_organise)
def event_qualifiers(request: HttpRequest, event: Event, roles: Roles, source_slug: str) -> HttpResponse:
    """``/e/SLUG/desk/settings/flights/SOURCE/``: ticks who comes from another event; ``POST`` enters them."""
    source = get_object_or_404(sources_for(request.user, event), slug=source_slug)
    standing = standing_of(source)
    choices = [(row.entry.number, row.entry.unique_name) for row in standing]
    known = qualifying_events(event)
    form = QualifyForm(
        request.POST or None, choices=choices, initial={"carries_points": any(one.carries_points for one in known)}
    )
    if request.method == "POST" and form.is_valid():

        def take() -> str:
            data = form.cleaned_data
            entries = take_qualifiers(
                event=event,
                actor=actor_of(request),
                source=source,
                numbers=data["numbers"],
                carries_points=data["carries_points"],
                checked_in=data["checked_in"],
            )
            messages.success(request, _added(len(entries)))
            return reverse("matches:event_flights", args=[event.slug])

        if answer := try_once(request, form, take):
            return redirect(answer[0])
    ticked = set(map(str, form.data.getlist("numbers"))) if form.is_bound else _proposed(request, source, standing)  # type: ignore[attr-defined]
    context = {
        **desk_context(event, roles, "setup"),
        "tabs": setup_tabs(event, roles, "flights"),
        "form": form,
        "source": source,
        "rows": _rows(event, standing, ticked),
    }
    return render(request, "matches/flights/qualifiers.html", context, status=rejected_status(form))


def _added(count: int) -> str:
    return ngettext("%(count)d player added.", "%(count)d players added.", count) % {"count": count}


def _ticked(form: QualifyForm) -> set[str]:
    """The numbers as they were sent."""
    return set(form["numbers"].value() or [])


def _proposed(request: HttpRequest, source: Event, standing: list[Standing]) -> set[str]:
    """Who is ticked at first, by number: the best, or those with so many points."""
    form = SourceForm({**request.GET.dict(), "source": str(source.pk)}, events=Event.objects.filter(pk=source.pk))
    if not form.is_valid():
        return set()
    places, points = form.cleaned_data["top"], form.cleaned_data["points"]
    rows = with_points(standing, Fraction(points)) if points is not None else top(standing, places or 0)
    if points is not None and places:
        rows = [row for row in rows if row in top(standing, places)]
    return {str(row.entry.number) for row in rows}


def _rows(event: Event, standing: list[Standing], ticked: set[str]) -> list[QualifierRow]:
    here = set(Entry.objects.filter(event=event).values_list("player", flat=True))
    return [
        QualifierRow(
            number=row.entry.number,
            rank=row.rank,
            name=row.entry.unique_name,
            points=points_text({"points": str(row.points)}),
            is_out=row.is_out,
            is_here=row.entry.player_id in here,
            ticked=str(row.entry.number) in ticked,
        )
        for row in standing
    ]


def _onward(request: HttpRequest, one: Onward) -> OnwardShown:
    may = bool(roles_of(request.user, one.event))
    return OnwardShown(one.event.name, reverse("matches:desk", args=[one.event.slug]) if may else "", one.players)


def _page(request: HttpRequest, event: Event, roles: Roles, *, split: SplitForm | None = None) -> HttpResponse:
    begun = Round.objects.filter(stage__event=event).exists()
    links = qualifying_events(event)
    players = qualified_from(event, [link.source_id for link in links])
    events = sources_for(request.user, event)
    source_form = SourceForm(request.GET if "source" in request.GET else None, events=events)
    if source_form.is_bound and source_form.is_valid():
        chosen = source_form.cleaned_data["source"]
        query = request.GET.urlencode()
        return redirect(f"{reverse('matches:event_qualifiers', args=[event.slug, chosen.slug])}?{query}")
    context = {
        **desk_context(event, roles, "setup"),
        "tabs": setup_tabs(event, roles, "flights"),
        "sources": [
            SourceShown(
                link.source.name,
                reverse("matches:event_qualifiers", args=[event.slug, link.source.slug]),
                link.carries_points,
                len(players[link.source_id]),
            )
            for link in links
        ],
        "source_form": source_form if not begun and events.exists() else None,
        "onward": [_onward(request, one) for one in onward_from(event)],
        "split_form": split or (None if begun or links or event.is_template else SplitForm()),
        "begun": begun,
    }
    return render(request, "matches/flights/flights.html", context, status=rejected_status(split) if split else 200)
