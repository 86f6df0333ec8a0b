"""The desk's announcements: the form, those that show with a button to end each, and the earlier ones."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.announcements.forms import AnnouncementForm
from matches.announcements.labels import AnnouncementShown, announcement_shown, audience_text, until_text
from matches.announcements.queries import showing, showing_to
from matches.announcements.services import announce, end_announcement
from matches.course.queries import current_round
from matches.enums import Audience
from matches.frame.desk_views import desk_page_context
from matches.live.queries import event_versions
from matches.models import Announcement, Event
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.pages.submission_views import rejected_status, try_once
from matches.permissions import can_announce, can_see_desk

MOST_EARLIER = 50


@dataclass(frozen=True, slots=True)
class DeskAnnouncement:
    """An announcement in the desk's list; one that no longer shows has no ``key``."""

    shown: AnnouncementShown
    audience: str
    by: str
    until: str
    key: uuid.UUID | None = None


@staff_page(can_announce)
def announcements(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/announcements/``: what shows now. ``POST`` makes another one."""
    form = AnnouncementForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _announced(request, event, form):
        return redirect("matches:desk_announcements", event.slug)
    now = timezone.now()
    versions = event_versions(event)
    rows = list(showing(event, now).select_related("made_by"))
    earlier = Announcement.objects.filter(event=event).exclude(pk__in=[row.pk for row in rows])
    earlier = earlier.select_related("match", "made_by").order_by("-pk")[:MOST_EARLIER]
    context = {
        **desk_page_context(event, roles, "desk", current_round(event), versions),
        "form": form,
        "rows": [_row(row, key=row.key) for row in rows],
        "earlier": [_row(row) for row in earlier],
        "part_url": request.path,
    }
    template = "matches/announcements/_list.html" if request.htmx else "matches/announcements/desk.html"
    return render(request, template, context, status=rejected_status(form))


def _announced(request: HttpRequest, event: Event, form: AnnouncementForm) -> bool:
    def do() -> str:
        announce(event=event, actor=actor_of(request), **form.announcement(timezone.localtime()))
        return request.path

    return try_once(request, form, do) is not None


def _row(row: Announcement, *, key: uuid.UUID | None = None) -> DeskAnnouncement:
    by = "" if row.made_by is None else row.made_by.get_full_name() or row.made_by.get_username()
    return DeskAnnouncement(announcement_shown(row), audience_text(row), by, until_text(row, timezone.now()), key)


@require_POST
@staff_page(can_announce)
def announcement_end(request: HttpRequest, event: Event, roles: Roles, key: uuid.UUID) -> HttpResponse:
    """Take an announcement off all pages."""
    row = get_object_or_404(Announcement, event=event, key=key)
    end_announcement(announcement=row, actor=actor_of(request))
    messages.success(request, _("The announcement is no longer showing."))
    return redirect("matches:desk_announcements", event.slug)


@staff_page(can_see_desk)
def staff_announcements(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """The part of all staff pages: the announcements for everyone and for the staff."""
    versions = event_versions(event)
    rows = showing_to(event, timezone.now(), [Audience.EVERYONE, Audience.STAFF], versions)
    context = {"event": event, "announcements": [announcement_shown(row) for row in rows]}
    return render(request, "matches/announcements/_staff.html", context)
