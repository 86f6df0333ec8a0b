"""A hall day is made, what it states of itself is changed, and it is removed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.errors import Refused
from matches.hall_pages.forms import HallDayForm
from matches.hall_pages.views.access import hall_context, hall_page
from matches.halls.permissions import can_arrange_hall
from matches.halls.queries.days import events_of_hall
from matches.halls.services.days import create_hall_day, remove_hall_day, update_hall_day
from matches.models import HallDay
from matches.pages.access_views import Roles, actor_of, signed_in_page
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status, try_once


@signed_in_page
def hall_new(request: HttpRequest) -> HttpResponse:
    """``/halls/new/``: makes a hall day."""
    form = HallDayForm(request.POST or None)
    if request.method == "POST" and form.is_valid():

        def make() -> str:
            hall_day = create_hall_day(actor=actor_of(request), terms=form.terms())
            return reverse("matches:hall_desk", args=[hall_day.slug])

        if answer := try_once(request, form, make):
            return redirect(answer[0])
    context = {"form": form, "cancel_url": reverse("matches:home")}
    return render(request, "matches/halls/new.html", context, status=rejected_status(form))


@hall_page(can_arrange_hall)
def hall_settings(request: HttpRequest, hall_day: HallDay, roles: Roles) -> HttpResponse:
    """``/halls/SLUG/desk/settings/``: what the hall day states of itself."""
    form = HallDayForm(request.POST or None, hall_day=hall_day)
    if request.method == "POST" and form.is_valid():
        try:
            update_hall_day(hall_day=hall_day, actor=actor_of(request), terms=form.terms())
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Saved."))
            return redirect("matches:hall_settings", hall_day.slug)
    context = {**hall_context(hall_day, roles, "hall_settings"), "form": form}
    return render(request, "matches/halls/settings.html", context, status=rejected_status(form))


@hall_page(can_arrange_hall)
def hall_remove(request: HttpRequest, hall_day: HallDay, roles: Roles) -> HttpResponse:
    """``/halls/SLUG/desk/remove/``: asks first. A hall day that has events says which."""
    if request.method == "POST":
        try:
            remove_hall_day(hall_day=hall_day, actor=actor_of(request))
        except Refused as refused:
            show_refusal(request, refused)
            return redirect("matches:hall_remove", hall_day.slug)
        messages.success(request, _("%(name)s has been removed.") % {"name": hall_day.name})
        return redirect("matches:home")
    context = {**hall_context(hall_day, roles, "hall_settings"), "events": events_of_hall(hall_day)}
    return render(request, "matches/halls/remove.html", context)
