"""The archive: the events that are in it, and the page on which one is put there."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts.views import listed
from matches.errors import Refused
from matches.events.queries.events import ARCHIVED, events_of
from matches.frame.desk_views import desk_context
from matches.life.archive_services import archive_event, is_under_way, unarchive_event
from matches.models import Event, User
from matches.pages.access_views import Roles, actor_of, signed_in_page, staff_page
from matches.pages.refusal_views import show_refusal
from matches.permissions import can_organise
from matches.setup.views import setup_tabs


@signed_in_page
def archived_events(request: HttpRequest) -> HttpResponse:
    """``/events/archive/``: one's own events that are in the archive."""
    events = [listed(event, roles) for event, roles in events_of(cast(User, request.user), ARCHIVED)]
    return render(request, "matches/life/archived.html", {"events": events})


@staff_page(can_organise)
def event_life(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/settings/archive/``: what may become of the event."""
    context = {
        **desk_context(event, roles, "setup"),
        "tabs": setup_tabs(event, roles, "life"),
        "is_under_way": is_under_way(event),
    }
    return render(request, "matches/life/life.html", context)


@require_POST
@staff_page(can_organise)
def event_archive(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Put the event into the archive."""
    try:
        archive_event(event=event, actor=actor_of(request))
    except Refused as refused:
        show_refusal(request, refused)
    else:
        messages.success(request, _("The event is in the archive. Links to its pages still work."))
    return redirect("matches:event_life", event.slug)


@require_POST
@staff_page(can_organise)
def event_unarchive(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Take the event out of the archive."""
    try:
        unarchive_event(event=event, actor=actor_of(request))
    except Refused as refused:
        show_refusal(request, refused)
    else:
        messages.success(request, _("The event is out of the archive and back in the lists."))
    return redirect("matches:event_life", event.slug)
