"""What the next match is worth: a page of the player's own."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.course.queries import current_round
from matches.forecasts.views import what_if_shown
from matches.frame.public_views import public_context
from matches.live.queries import event_versions
from matches.me.views import entry_of
from matches.pages.access_views import PageRequest, in_time_zone
from matches.permissions import roles_of


@never_cache
@require_safe
def my_what_if(request: PageRequest, token: str) -> HttpResponse:
    """``/p/TOKEN/what-if/``: the chance to make the cut after a win, a draw and a loss; to the own page without one."""
    entry = entry_of(token)
    event = entry.event
    with in_time_zone(event):
        shown = what_if_shown(entry)
        if shown is None and not request.htmx:
            return redirect("matches:me", token)
        round_ = current_round(event, public_only=True)
        context = {
            **public_context(event, roles_of(request.user, event), "", round_, event_versions(event)),
            "what_if": shown,
            "part_url": request.path,
            "back": reverse("matches:me", args=[token]),
        }
        name = "_what_if" if request.htmx else "what_if"
        return render(request, f"matches/public/{name}.html", context)
