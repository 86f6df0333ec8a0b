"""The pages that open an incident at a table: what happened, or a deck check with its sheet."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from judging.evidence.forms import DeckCheckForm, IncidentForm
from judging.evidence.queries import DECK_CHECK
from judging.models import Incident
from judging.pages.frame_views import crumbs, find_match, floor_context, table_url
from judging.permissions import can_log
from judging.records.forms import RecordForm
from judging.rulings.services.rulings import log_incident
from matches.errors import Refused
from matches.models import Event, Match
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.refusal_views import show_refusal


@staff_page(can_log)
def start(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/incident/``: open an incident; its page takes statements and photos."""
    match = find_match(event, pk)
    form = IncidentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        row = _logged(request, event, match, form, form.cleaned_data["summary"])
        if row is not None:
            return redirect("judging:incident", event.slug, row.pk)
    context = {
        "form": form,
        "heading": _("Incident at table %(table)s") % {"table": match.table},
        "lede": _("You can add statements, photos and rulings after you log it."),
        "submit": _("Log the incident"),
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
    }
    page = {**floor_context(request.user, event, roles, "desk", match.round), **context}
    return render(request, "judging/form.html", page, status=422 if form.errors else 200)


@staff_page(can_log)
def deck_check(request: HttpRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/table/ID/deck/``: fill in the sheet of a deck check, which is kept as an incident."""
    match = find_match(event, pk)
    form = DeckCheckForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        row = _logged(request, event, match, form, form.summary(), DECK_CHECK)
        if row is not None:
            message = _("Deck check logged: problems found.") if form.is_wrong else _("Deck check logged.")
            (messages.warning if form.is_wrong else messages.success)(request, message)
            return redirect("judging:incident", event.slug, row.pk)
    context = {
        "form": form,
        "checks": [form[name] for name in form.CHECKS],
        "crumbs": crumbs(event, match),
        "back": table_url(event, match),
    }
    page = {**floor_context(request.user, event, roles, "desk", match.round), **context}
    return render(request, "judging/evidence/deck_check.html", page, status=422 if form.errors else 200)


def _logged(
    request: HttpRequest, event: Event, match: Match, form: RecordForm, summary: str, finding: str = ""
) -> Incident | None:
    """The incident of a valid form; None if it was refused, with the reason in the form."""
    try:
        return log_incident(
            event=event,
            actor=actor_of(request),
            match=match,
            summary=summary,
            finding=finding,
            stamp=form.stamp(),
        )
    except Refused as refused:
        show_refusal(request, refused, form)
        return None
