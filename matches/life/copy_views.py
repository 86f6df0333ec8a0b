"""Another event like one that was, and templates to begin from."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.events.queries.events import TEMPLATES, events_to_copy
from matches.frame.desk_views import desk_context
from matches.life.copy_services import copy_event
from matches.life.forms import CopyForm, TemplateForm
from matches.models import Event
from matches.organisations.permissions import is_member
from matches.organisations.queries.clubs import clubs_of
from matches.pages.access_views import Roles, actor_of, signed_in_page, staff_page
from matches.pages.submission_views import rejected_status, try_once
from matches.permissions import can_organise, may_use_template
from matches.setup.template_labels import templates_shown

PAGE = 100


@signed_in_page
def event_from(request: HttpRequest) -> HttpResponse:
    """``/events/new/from/``: the templates and earlier events that a new event can begin from; these in pages."""
    earlier = events_to_copy(request.user).exclude(TEMPLATES)
    page = Paginator(earlier, PAGE).get_page(request.GET.get("page"))
    context = {"templates": templates_shown(request.user) if page.number == 1 else [], "page": page}
    return render(request, "matches/life/from.html", context)


@staff_page(can_organise, or_else=may_use_template)
def event_copy(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/settings/copy/``: what differs in the copy; ``POST`` makes it. Of a club's template, for each
    of its members.
    """
    form = CopyForm(request.POST or None, event=event)
    return _page(request, event, roles, form, "matches/life/copy.html")


@staff_page(can_organise)
def event_template(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/settings/template/``: keep the event's settings as a template."""
    form = TemplateForm(request.POST or None, event=event, clubs=clubs_of(request.user))
    return _page(request, event, roles, form, "matches/life/template.html")


def _page(
    request: HttpRequest, event: Event, roles: Roles, form: CopyForm | TemplateForm, template: str
) -> HttpResponse:
    if request.method == "POST" and form.is_valid():

        def make() -> str:
            copy = copy_event(event=event, actor=actor_of(request), terms=form.terms())
            return reverse("matches:event_settings", args=[copy.slug])

        if answer := try_once(request, form, make):
            address, made_now = answer
            text = _("Created. Check the settings below.") if made_now else _("This has already been created.")
            messages.success(request, text)
            return redirect(address)
    club = event.organisation if event.organisation is not None and not event.is_shared else None
    context = {
        **desk_context(event, roles, "setup"),
        "form": form,
        "club_name": club.name if club is not None and is_member(request.user, club.pk) else "",
        "cancel_url": reverse("matches:event_settings", args=[event.slug]) if roles else reverse("matches:event_from"),
    }
    return render(request, template, context, status=rejected_status(form))
