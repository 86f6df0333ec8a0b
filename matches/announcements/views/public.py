"""The announcements for everyone: the part that every page fetches again, and a page of its own."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from matches.course.queries import current_round
from matches.frame.public_views import public_context, versions_in
from matches.live.cached_views import cached_page
from matches.models import Event
from matches.pages.access_views import PageRequest, Roles


@cached_page()
def announcements(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/announcements/``: the announcements for everyone that show now."""
    if request.htmx:
        context = {"event": event, "versions": versions_in(request)}
        return render(request, "components/announcements.html", context)
    frame = public_context(event, roles, "", current_round(event, public_only=True), versions_in(request))
    return render(request, "matches/announcements/public.html", frame)
