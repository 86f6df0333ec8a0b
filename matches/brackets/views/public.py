"""The public page of a bracket: a drawing, and a list for phones and screen readers."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render

from matches.brackets.views.drawing import drawn_bracket
from matches.course.queries import current_round, stages_of
from matches.frame.public_views import public_context, versions_in
from matches.live.cached_views import cached_page
from matches.models import Event, Stage
from matches.pages.access_views import PageRequest, Roles
from matches.permissions import can_see_desk


def last_bracket(event: Event) -> Stage | None:
    """The bracket that decides the event."""
    return next((stage for stage in reversed(stages_of(event)) if stage.is_bracket), None)


@cached_page()
def bracket(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/bracket/``: the last bracket of the event. 404 when it has none."""
    stage = last_bracket(event)
    if stage is None:
        raise Http404
    context = {
        **public_context(event, roles, "bracket", current_round(event, public_only=True), versions_in(request)),
        "bracket": drawn_bracket(event, stage, staff=can_see_desk(roles)),
        "stage": stage,
        "part_url": request.path,
    }
    template = "matches/public/_bracket.html" if request.htmx else "matches/public/bracket.html"
    return render(request, template, context)
