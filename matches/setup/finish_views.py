"""The end of an event: what is left to do, finishing it, and reopening it."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.errors import Refused
from matches.events.forms.events import EventForm
from matches.final.services import finish_event, reopen_event
from matches.frame.desk_views import desk_context
from matches.models import Event
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.components import Button
from matches.pages.forms import ReasonForm
from matches.pages.refusal_views import show_refusal
from matches.permissions import can_organise
from matches.setup.finish_labels import LeftItem, after_texts, left_items
from matches.setup.finish_queries import left_to_do
from matches.setup.views import settings_page


@dataclass(frozen=True, slots=True)
class LeftShown:
    """A line of ``components/next_list.html``."""

    urgency: str
    text: str
    detail: str
    act: Button


@staff_page(can_organise)
def event_finish(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/settings/finish/``: what is left to do; ``POST`` finishes the event whatever may be left."""
    if request.method == "POST":
        try:
            finish_event(event=event, actor=actor_of(request))
        except Refused as refused:
            show_refusal(request, refused)
            return redirect("matches:event_finish", event.slug)
        messages.success(request, _("The event is finished."))
        return redirect("matches:desk", event.slug)
    if event.finished_at is not None:
        messages.info(request, _("This event is already finished."))
        return redirect("matches:event_settings", event.slug)
    left = left_to_do(event, timezone.now())
    context = {
        **desk_context(event, roles, "setup"),
        "items": [_shown(item) for item in left_items(event, left)],
        "after": after_texts(event),
        "is_open": left.open_round is not None,
        "cancel_url": reverse("matches:event_settings", args=[event.slug]),
    }
    return render(request, "matches/events/finish.html", context)


def _shown(item: LeftItem) -> LeftShown:
    return LeftShown(item.urgency, item.text, item.detail, Button(label=item.page, url=item.url))


@require_POST
@staff_page(can_organise)
def event_reopen(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Take a finished event up again, with a reason."""
    form = ReasonForm(request.POST)
    if form.is_valid():
        try:
            reopen_event(event=event, actor=actor_of(request), reason=form.cleaned_data["reason"])
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("The event is open again. Finish it again when you are done."))
            return redirect("matches:event_settings", event.slug)
    return settings_page(request, event, roles, EventForm(event=event), form)
