"""Check-in at the desk's list of players: by its search field, by a row's button, and of several or all at once."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from matches.attendance.services import check_in, undo_check_in
from matches.errors import Refused
from matches.frame.desk_views import desk_context
from matches.models import Entry, Event
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.pages.message_views import report_success
from matches.pages.refusal_views import show_refusal
from matches.people.queries.entries import entries_for_desk, headcount
from matches.people.services.entries import not_in_event
from matches.permissions import can_run_rounds
from matches.roster.views import counts_and_rights, rows_shown
from rules_engine.whole_numbers import whole_number


def _back(request: PageRequest, event: Event) -> str:
    """Return the address of the list with its filters. Other addresses than that of this event's list are ignored."""
    url = reverse("matches:people", args=[event.slug])
    wanted = request.POST.get("next", "")
    return wanted if wanted == url or wanted.startswith(f"{url}?") else url


@require_POST
@staff_page(can_run_rounds)
def people_quick(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """The search field: check in the player if only one matches the number, name or id; otherwise filter the list."""
    q = request.POST.get("q", "").strip()[:120]
    url = reverse("matches:people", args=[event.slug])
    if not q:
        return redirect(url)
    found = list(entries_for_desk(event, search=q)[:2])
    exact = [entry for entry in entries_for_desk(event, search=q)[:50] if _is_meant(entry, q)]
    chosen = exact if len(exact) == 1 else found
    if not found:
        messages.error(request, _("No player matches “%(q)s”.") % {"q": q})
        return redirect(url)
    if len(chosen) > 1:
        messages.info(request, _("Several players match “%(q)s”: choose one.") % {"q": q})
        return redirect(f"{url}?{urlencode({'q': q})}")
    _check_one_in(request, event, chosen[0])
    return redirect(url)


def _is_meant(entry: Entry, q: str) -> bool:
    """Whether this is the exact number or id, which has priority over names and numbers that contain it."""
    return q.lstrip("#") == str(entry.number) or q.casefold() == entry.player.external_id.casefold()


def _check_one_in(request: PageRequest, event: Event, entry: Entry) -> None:
    named = {"name": entry.player.name, "number": entry.number}
    try:
        count = check_in(event=event, actor=actor_of(request), entries=[entry])
    except Refused as refused:
        show_refusal(request, refused)
        return
    if not count:
        messages.info(request, _("%(name)s (number %(number)d) is already checked in.") % named)
        return
    undo = reverse("matches:person_act", args=[event.slug, entry.number, "undo-check-in"]) + "?list"
    report_success(request, _("%(name)s (number %(number)d) is checked in.") % named, undo_url=undo)


@require_POST
@staff_page(can_run_rounds)
def people_check_in(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """Check in the player whose button was pressed, or all selected players."""
    return _attendance(request, event, roles, check_in)


@require_POST
@staff_page(can_run_rounds)
def people_undo(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """Undo the check-in of the player in this row."""
    return _attendance(request, event, roles, undo_check_in)


def _attendance(request: PageRequest, event: Event, roles: Roles, service: Any) -> HttpResponse:
    clicked = request.POST.get("entry", "")
    sent = [clicked] if clicked else request.POST.getlist("ticked")
    ids = [number for value in sent if (number := whole_number(value)) is not None]
    refused = None
    try:
        entries = list(Entry.objects.filter(event=event, pk__in=ids))
        if clicked and not entries:
            raise not_in_event()
        done = service(event=event, actor=actor_of(request), entries=entries) if entries else 0
    except Refused as error:
        refused, done = error, 0
    if clicked and request.htmx:
        return _row(request, event, roles, ids, refused)
    if refused is not None:
        show_refusal(request, refused)
    elif not clicked:
        text = ngettext("%(count)d player is checked in.", "%(count)d players are checked in.", done) % {"count": done}
        messages.success(request, text if ids else _("Select players first."))
    back = _back(request, event)
    return redirect(f"{back}#row-{clicked}" if clicked else back)


def _row(request: PageRequest, event: Event, roles: Roles, ids: list[int], refused: Refused | None) -> HttpResponse:
    """The current row and the counts, which replace those on the page."""
    entry = entries_for_desk(event).filter(pk__in=ids).first()
    if entry is None:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    (row,) = rows_shown(event, roles, [entry])
    context = {"event": event, "row": row, "refused": refused, **counts_and_rights(event, roles)}
    return render(request, "matches/people/_row_answer.html", context)


@staff_page(can_run_rounds)
def people_check_in_all(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """Check in all registered players, after a confirmation."""
    back = reverse("matches:people", args=[event.slug])
    waiting = headcount(event).registered
    if request.method == "POST":
        try:
            done = check_in(event=event, actor=actor_of(request))
        except Refused as refused:
            show_refusal(request, refused)
        else:
            text = ngettext("%(count)d player is checked in.", "%(count)d players are checked in.", done)
            messages.success(request, text % {"count": done})
        return redirect(back)
    consequence = ngettext(
        "%(count)d player will be checked in and paired.",
        "%(count)d players will be checked in and paired.",
        waiting,
    )
    context = {
        **desk_context(event, roles, "people"),
        "heading": _("Check everyone in?"),
        "consequence": consequence % {"count": waiting},
        "submit": _("Check in all"),
        "action": "",
        "cancel_url": back,
    }
    return render(request, "matches/events/confirm.html", context)
