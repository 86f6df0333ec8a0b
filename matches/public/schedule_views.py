"""The schedule for everyone."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from matches.course.queries import current_round
from matches.frame.public_views import public_context, versions_in
from matches.live.cached_views import cached_page
from matches.models import Event
from matches.pages.access_views import PageRequest, Roles
from matches.schedule.labels import schedule_of


@cached_page()
def schedule(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/schedule/``: what begins when."""
    round_ = current_round(event, public_only=True)
    context = {
        **public_context(event, roles, "", round_, versions_in(request)),
        "shown": schedule_of(event),
        "part_url": request.path,
    }
    template = "matches/schedule/_items.html" if request.htmx else "matches/schedule/public.html"
    return render(request, template, context)
