"""Check-in by scanning: with the device's camera, or with a scanner that types. Each code is one check-in."""

from __future__ import annotations

from typing import TypedDict

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.enums import Admission
from matches.events.declarations.sign_up_reading import takes_fee
from matches.frame.desk_views import desk_context
from matches.models import Event
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page, wants_json
from matches.people.queries.entries import headcount
from matches.people.views.tabs import people_tabs
from matches.permissions import can_run_rounds
from matches.roster.scan_services import Scan, ScanState, scan

LONGEST = 200


class ScanShown(TypedDict):
    """What the page says of a scanned code. ``good`` is whether the person can go in."""

    state: str
    good: bool
    name: str
    text: str
    undo_url: str
    page_url: str
    checked_in: int


@staff_page(can_run_rounds)
def people_scan(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/people/scan/``: the page of the scanner. ``POST`` checks in whose code it is."""
    if request.method == "POST":
        found = scan(event=event, actor=actor_of(request), text=request.POST.get("code", "")[:LONGEST])
        shown = scan_shown(event, found)
        if wants_json(request):
            return JsonResponse(shown)
        level = messages.SUCCESS if shown["good"] else messages.ERROR
        messages.add_message(request, level, " ".join(filter(None, (shown["name"], shown["text"]))))
        return redirect("matches:people_scan", event.slug)
    context = {
        **desk_context(event, roles, "people"),
        "tabs": people_tabs(event, roles, "scan"),
        "count": headcount(event),
    }
    return render(request, "matches/people/scan.html", context)


def scan_shown(event: Event, found: Scan) -> ScanShown:
    """What the page says of a scanned code."""
    entry, row = found.entry, found.sign_up
    name = entry.unique_name if entry is not None else row.person.name if row is not None else ""
    person = reverse("matches:person", args=[event.slug, entry.number]) if entry is not None else ""
    new = found.state is ScanState.CHECKED_IN
    acts = [event.slug, entry.number, "undo-check-in"] if new and entry else []
    undo = reverse("matches:person_act", args=acts) + "?scan" if acts else ""
    return {
        "state": found.state.value,
        "good": found.state in (ScanState.CHECKED_IN, ScanState.ALREADY),
        "name": name,
        "text": _text(event, found),
        "undo_url": undo,
        "page_url": person or (reverse("matches:sign_ups", args=[event.slug]) if row is not None else ""),
        "checked_in": headcount(event).checked_in,
    }


def _not_in_text(state: str) -> str:
    match state:
        case Admission.WAITING:
            return _("On the waiting list.")
        case Admission.PENDING:
            return _("Not accepted yet.")
        case Admission.INVITED:
            return _("Invited, but has not answered.")
        case _:
            return _("Not in the event.")


def _text(event: Event, found: Scan) -> str:
    entry, row = found.entry, found.sign_up
    match found.state:
        case ScanState.CHECKED_IN:
            if entry is not None and entry.paid_at is not None:
                return _("Checked in, paid.")
            return _("Checked in, not paid.") if takes_fee(event) else _("Checked in.")
        case ScanState.ALREADY:
            return _("Already checked in.")
        case ScanState.REFUSED:
            return found.problem
        case ScanState.OUT:
            return _("No longer in the event. Reinstate the player first.")
        case ScanState.NOT_IN:
            return _not_in_text(row.state if row is not None else "")
        case ScanState.ELSEWHERE:
            return _("This code is for another event.")
        case ScanState.UNREADABLE:
            return _("This is not a player’s code.")
