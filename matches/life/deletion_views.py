"""Deleting an event, and the site's log of those that were deleted."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.errors import Refused
from matches.frame.desk_views import desk_context
from matches.life.deletion_labels import consequence_texts
from matches.life.deletion_queries import deletions, sees_deletions
from matches.life.deletion_services import delete_event
from matches.life.forms import DeletionForm
from matches.life.owned_queries import was_published
from matches.models import Event, EventDeletion
from matches.pages.access_views import Roles, actor_of, signed_in_page, staff_page
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status
from matches.permissions import can_organise

PAGE = 100


@dataclass(frozen=True, slots=True)
class DeletionShown:
    """A line of the log, with how much the event held."""

    deletion: EventDeletion
    players: int
    rounds: int
    results: int


@staff_page(can_organise)
def event_delete(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/settings/delete/``: what would go, with its numbers; ``POST`` deletes the event."""
    played = was_published(event)
    form = DeletionForm(request.POST or None, event=event, played=played)
    if request.method == "POST" and form.is_valid():
        try:
            delete_event(event=event, actor=actor_of(request), **form.cleaned_data)
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("%(name)s is deleted.") % {"name": event.name})
            return redirect("matches:home")
    context = {
        **desk_context(event, roles, "setup"),
        "form": form,
        "played": played,
        "consequences": consequence_texts(event),
        "cancel_url": reverse("matches:event_life", args=[event.slug]),
    }
    return render(request, "matches/life/delete.html", context, status=rejected_status(form))


@signed_in_page
def deleted_events(request: HttpRequest) -> HttpResponse:
    """``/events/deleted/``: the site's log of deletions, for its owner."""
    if not sees_deletions(request.user):
        raise PermissionDenied
    page = Paginator(deletions(), PAGE).get_page(request.GET.get("page"))
    return render(request, "matches/life/deleted.html", {"page": page, "rows": [_shown(row) for row in page]})


def _shown(row: EventDeletion) -> DeletionShown:
    return DeletionShown(row, *(row.counts.get(key, 0) for key in ("players", "rounds", "results")))
