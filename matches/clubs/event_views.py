"""An event and its club: which one it is in, and letting a suspended person play there."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.errors import Refused
from matches.frame.desk_views import desk_context
from matches.models import Event, Suspension
from matches.organisations.club_forms import EventClubForm
from matches.organisations.labels import suspended_text
from matches.organisations.override_views import back_from_override
from matches.organisations.permissions import can_suspend, standing_of
from matches.organisations.queries.clubs import clubs_of
from matches.organisations.queries.series import series_at
from matches.organisations.services.events import set_organisation
from matches.organisations.services.suspensions import override_suspension
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.forms import ReasonForm
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status
from matches.people.views.tabs import people_tabs
from matches.permissions import can_organise
from matches.setup.views import setup_tabs


@staff_page(can_organise)
def event_club(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/settings/club/``: put the event into one of your clubs, or take it out. The club's own
    page sends ``to_club``, to be shown again.
    """
    clubs, series = clubs_of(request.user), series_at(event)
    form = EventClubForm(request.POST or None, clubs=clubs, club=event.organisation, series=series)
    if request.method == "POST" and form.is_valid():
        chosen = {"organisation": form.cleaned_data["club"], "series": form.cleaned_data["series"]}
        try:
            set_organisation(event=event, actor=actor_of(request), **chosen)
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Club saved."))
            club = form.cleaned_data["club"]
            if club is not None and "to_club" in request.POST:
                return redirect("matches:club", club.slug)
            return redirect("matches:event_settings", event.slug)
    context = {
        **desk_context(event, roles, "setup"),
        "tabs": setup_tabs(event, roles, "settings"),
        "form": form,
        "cancel_url": reverse("matches:event_settings", args=[event.slug]),
    }
    return render(request, "matches/clubs/event_club.html", context, status=rejected_status(form))


@staff_page(can_organise)
def suspension_override(request: HttpRequest, event: Event, roles: Roles, key: UUID) -> HttpResponse:
    """``/e/SLUG/desk/people/suspended/KEY/``: let a suspended person play at this event, then ``back``."""
    back = back_from_override(event, request.GET.get("back", ""))
    club = event.organisation_id
    row = get_object_or_404(
        Suspension.objects.select_related("organisation"), key=key, organisation__isnull=False, organisation=club
    )
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            override_suspension(
                event=event, suspension=row, actor=actor_of(request), reason=form.cleaned_data["reason"]
            )
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            text = _("%(name)s may play at this event. Now sign them up or check them in as usual.")
            messages.success(request, text % {"name": row.name})
            return redirect(back)
    context = {
        **desk_context(event, roles, "people"),
        "tabs": people_tabs(event, roles, "people"),
        "text": suspended_text(row),
        "why": row.reason if can_suspend(standing_of(request.user, row.organisation)) else "",
        "form": form,
        "cancel_url": back,
    }
    return render(request, "matches/clubs/override.html", context, status=rejected_status(form))
