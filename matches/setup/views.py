"""Events: a new one, its settings, its public page on and off."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.errors import Refused
from matches.events.forms.events import EventForm
from matches.events.queries.events import TEMPLATES, events_to_copy
from matches.events.queries.suggestions import attendance
from matches.events.services.events import create_event, publish_event, update_event
from matches.frame.desk_views import desk_context
from matches.models import Event, Organisation, Series
from matches.organisations.club_forms import EventClubForm
from matches.organisations.queries.clubs import clubs_of, first_club, has_club
from matches.pages.access_views import Roles, actor_of, signed_in_page, staff_page
from matches.pages.components import Button, Tab
from matches.pages.forms import ReasonForm
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status, try_once
from matches.pairing.pods.sizes import ROUNDS_OF_PODS
from matches.permissions import can_organise, can_see_desk
from matches.recommend import TABLE, Shape
from matches.setup.template_labels import templates_shown
from rules_engine import games

MOST_OFFERED = 5
"""Templates that a new event can begin from at once; the others are in the list."""


@signed_in_page
def event_new(request: HttpRequest) -> HttpResponse:
    """``/events/new/``: from a preset or by own rules."""
    form = EventForm(request.POST or None)
    club_form = _club_form(request)
    if request.method == "POST" and form.is_valid() and (club_form is None or club_form.is_valid()):

        def make() -> str:
            club, series = _chosen_club(club_form)
            event = create_event(actor=actor_of(request), plan=form.plan(), organisation=club, series=series)
            return reverse("matches:people", args=[event.slug])

        if answer := try_once(request, form, make):
            address, made_now = answer
            if not made_now:
                text = _("This event has already been created. Nothing was created this time.")
                messages.info(request, text)
            return redirect(address)
    templates = templates_shown(request.user)
    context = {
        "form": form,
        "club_form": club_form,
        "recommended": recommended_lines(),
        "cancel_url": reverse("matches:home"),
        "templates": templates[:MOST_OFFERED],
        "has_more_templates": len(templates) > MOST_OFFERED,
        "has_earlier": events_to_copy(request.user).exclude(TEMPLATES).exists(),
    }
    status = max(rejected_status(form), rejected_status(club_form) if club_form else 200)
    return render(request, "matches/events/new.html", context, status=status)


def _club_form(request: HttpRequest) -> EventClubForm | None:
    """The choice of a club, for those who belong to one."""
    clubs = clubs_of(request.user)
    if not clubs.exists():
        return None
    return EventClubForm(request.POST or None, clubs=clubs, club=first_club(request.user))


def _chosen_club(form: EventClubForm | None) -> tuple[Organisation | None, Series | None]:
    """The club and the series of a valid form."""
    return (form.cleaned_data["club"], form.cleaned_data["series"]) if form is not None else (None, None)


@staff_page(can_see_desk)
def event_settings(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/settings/``: for the organiser a form, for others what is set."""
    may = can_organise(roles)
    if request.method == "POST" and not may:
        raise PermissionDenied
    form = EventForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        try:
            update_event(event=event, actor=actor_of(request), plan=form.plan())
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Settings saved."))
            return redirect("matches:event_settings", event.slug)
    if not may:
        for field in form.fields.values():
            field.disabled = True
    return settings_page(request, event, roles, form)


def settings_page(
    request: HttpRequest, event: Event, roles: Roles, form: EventForm, reason: ReasonForm | None = None
) -> HttpResponse:
    """The page of the settings, with the form as it is; ``reason`` is that of reopening a finished event."""
    here = attendance(event)
    shown_reason = reason or ReasonForm()
    context = {
        **desk_context(event, roles, "setup"),
        "form": form,
        "may": can_organise(roles),
        "tabs": setup_tabs(event, roles, "settings"),
        "acts": [*_event_acts(event), *_club_acts(request, event)] if can_organise(roles) else [],
        "recommended": [] if here.alone else recommended_lines(in_pods=here.in_pods),
        "recommendation": here.recommendation(),
        "attending": here.players,
        "in_pods": here.in_pods,
        "reason_form": shown_reason,
    }
    status = max(rejected_status(form), rejected_status(shown_reason))
    return render(request, "matches/events/settings.html", context, status=status)


def setup_tabs(event: Event, roles: Roles, current: str) -> list[Tab]:
    """The parts of an event's set-up; the staff list is the organiser's."""
    tabs = [("settings", _("Settings"), "matches:event_settings")]
    if games.get(event.game).planning is not None:
        tabs.append(("plan", _("Plan"), "matches:event_planner"))
    tabs.append(("schedule", _("Schedule"), "matches:desk_schedule"))
    tabs.append(("prizes", _("Prizes"), "matches:event_prizes"))
    if can_organise(roles):
        tabs.append(("picture", _("Picture"), "matches:event_picture"))
        if not event.is_shared:
            tabs.append(("staff", _("Staff"), "matches:staff"))
        tabs.append(("flights", _("Flights"), "matches:event_flights"))
        tabs.append(("life", _("Archive and delete"), "matches:event_life"))
    return [Tab(label, reverse(name, args=[event.slug]), current=key == current) for key, label, name in tabs]


def _event_acts(event: Event) -> list[Button]:
    """Open or close the public page; make another one like it; finish the event."""
    publish = Button(
        label=_("Close the public page") if event.published else _("Open the public page"),
        url=reverse("matches:event_publish", args=[event.slug]),
        method="post",
        fields={"on": "" if event.published else "1"},
    )
    again = Button(label=_("Same again …"), url=reverse("matches:event_copy", args=[event.slug]))
    finish = Button(label=_("Finish event …"), url=reverse("matches:event_finish", args=[event.slug]))
    if event.is_template:
        return [replace(again, label=_("New event from this template"), kind="primary")]
    return [publish, again] if event.finished_at else [publish, again, finish]


def _club_acts(request: HttpRequest, event: Event) -> list[Button]:
    """The way to the event's club, for those who belong to one."""
    if event.is_shared or (event.organisation_id is None and not has_club(request.user)):
        return []
    return [Button(label=_("Club …"), url=reverse("matches:event_club", args=[event.slug]))]


@require_POST
@staff_page(can_organise)
def event_publish(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Open or close the public page."""
    on = bool(request.POST.get("on"))
    publish_event(event=event, actor=actor_of(request), on=on)
    text = _("The public page is now open to everyone.") if on else _("The public page is now open to staff only.")
    messages.success(request, text)
    return redirect("matches:event_settings", event.slug)


@dataclass(frozen=True, slots=True)
class RecommendedLine:
    """What is recommended from ``least`` to ``most`` players, and another shape if there is one."""

    least: int
    most: int | None
    shape: Shape
    other: Shape | None


def recommended_lines(*, in_pods: bool = False) -> list[RecommendedLine]:
    """The recommendation by attendance, a line each (specification, section 1; docs/pods.md)."""
    lines = []
    table = [(least, Shape(rounds, 0), None) for least, rounds in ROUNDS_OF_PODS] if in_pods else TABLE
    for index, (least, shape, other) in enumerate(table):
        most = table[index + 1][0] - 1 if index + 1 < len(table) else None
        lines.append(RecommendedLine(least, most, shape, other))
    return lines
