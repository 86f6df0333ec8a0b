"""The list of players at the desk, and signing one up by hand."""

from __future__ import annotations

from typing import TypedDict
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.enums import EntryStatus
from matches.errors import Refused
from matches.events.declarations.sign_up_reading import sign_up_terms, takes_fee
from matches.frame.desk_views import desk_context
from matches.models import Entry, Event
from matches.organisations.override_views import all_suspended_shown, override_links
from matches.pages.access_views import PageRequest, Roles, actor_of, staff_page
from matches.pages.components import Button, Tab
from matches.pages.submission_views import rejected_status, try_once
from matches.people.forms import TYPED, AddEntryForm
from matches.people.queries.entries import Headcount, entries_for_desk, headcount
from matches.people.services.entries import add_entry, check_open
from matches.people.views.tabs import people_tabs
from matches.permissions import can_organise, can_run_rounds, can_see_desk
from matches.prizes.table import from_stored
from matches.roster.row_views import PersonRow, person_row

PAGE = 500
STATUSES = ("", EntryStatus.REGISTERED, EntryStatus.CHECKED_IN, EntryStatus.DROPPED, EntryStatus.DISQUALIFIED)


@staff_page(can_see_desk)
def people(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/people/``: all players, or those that ``q`` and ``status`` select."""
    q, status = request.GET.get("q", "").strip()[:120], request.GET.get("status", "")
    paid = request.GET.get("paid", "") if can_run_rounds(roles) else ""
    found = entries_for_desk(event, search=q, status=status, paid=paid)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    chosen = {"q": q, "status": status, "paid": paid}
    kept = urlencode({key: value for key, value in chosen.items() if value})
    context = {
        **desk_context(event, roles, "people"),
        "page": page,
        "people": rows_shown(event, roles, list(page.object_list)),
        "q": q,
        "query": f"{kept}&" if kept else "",
        "next": request.get_full_path(),
        "tabs": people_tabs(event, roles, "people"),
        "statuses": _status_tabs(event, status),
        "paid_tabs": _paid_tabs(event, chosen) if can_run_rounds(roles) and takes_fee(event) else [],
        **_acts(event, roles, page.paginator.count, q or status or paid),
        **counts_and_rights(event, roles),
    }
    return render(request, "matches/people/list.html", context)


def rows_shown(event: Event, roles: Roles, entries: list[Entry]) -> list[PersonRow]:
    """The lines of the list; the desk sees who is suspended."""
    shown = all_suspended_shown(event, roles, entries, back=reverse("matches:people", args=[event.slug]))
    labels = {pk: one.label for pk, one in shown.items()}
    return [person_row(event, entry, suspended=labels.get(entry.pk, "")) for entry in entries]


def _paid_tabs(event: Event, chosen: dict[str, str]) -> list[Tab]:
    url = reverse("matches:people", args=[event.slug])
    kept = {key: value for key, value in chosen.items() if value and key != "paid"}
    tabs = (("", _("All")), ("yes", _("Paid")), ("no", _("Not paid")))
    return [
        Tab(label, f"{url}?{urlencode({**kept, **({'paid': paid} if paid else {})})}", current=paid == chosen["paid"])
        for paid, label in tabs
    ]


class CountsAndRights(TypedDict):
    """How many players there are in each state, whether this person sees who has paid, and may check players in, and
    where.
    """

    count: Headcount
    may: bool
    shows_paid: bool
    check_in_url: str
    undo_url: str


def counts_and_rights(event: Event, roles: Roles) -> CountsAndRights:
    """What the list and the answer to a button both show."""
    return {
        "count": headcount(event),
        "may": can_run_rounds(roles) and event.finished_at is None,
        "shows_paid": can_run_rounds(roles) and takes_fee(event),
        "check_in_url": reverse("matches:people_check_in", args=[event.slug]),
        "undo_url": reverse("matches:people_undo", args=[event.slug]),
    }


def _status_tabs(event: Event, current: str) -> list[Tab]:
    count = headcount(event)
    numbers = (count.total, count.registered, count.checked_in, count.dropped, count.disqualified)
    url = reverse("matches:people", args=[event.slug])
    return [
        Tab(
            str(EntryStatus(status).label) if status else _("All"),
            f"{url}?status={status}" if status else url,
            current=status == current,
            count=number,
        )
        for status, number in zip(STATUSES, numbers, strict=True)
        if number or status in ("", current)
    ]


class ListButtons(TypedDict):
    """The buttons above the list, or those that an empty list offers."""

    page_acts: list[Button]
    empty_acts: list[Button]


def _ways_in(event: Event, roles: Roles) -> list[Button]:
    """Signing up as a way to fill the list: the people who did, or the settings where it begins."""
    if not can_organise(roles):
        return []
    if sign_up_terms(event).sign_up:
        return [Button(label=_("Sign-ups"), url=reverse("matches:sign_ups", args=[event.slug]))]
    url = reverse("matches:event_settings", args=[event.slug])
    return [Button(label=_("Let players sign up"), url=f"{url}#id_sign_up")]


def _acts(event: Event, roles: Roles, shown: int, narrowed: str) -> ListButtons:
    add = Button(label=_("Add a player"), url=reverse("matches:people_add", args=[event.slug]), icon="plus")
    bring = Button(label=_("Import a list"), url=reverse("matches:people_import", args=[event.slug]), kind="primary")
    everyone = Button(label=_("Show everyone"), url=reverse("matches:people", args=[event.slug]))
    adding = [add] if can_run_rounds(roles) and event.finished_at is None else []
    if shown:
        return {"page_acts": adding, "empty_acts": []}
    ways = [*([bring] if can_organise(roles) else []), *_ways_in(event, roles), *adding]
    return {"page_acts": [], "empty_acts": [everyone] if narrowed else ways}


def _why_closed(event: Event) -> str:
    """Why nobody can be added any more; empty while somebody can."""
    try:
        check_open(event)
    except Refused as refused:
        return str(refused.message)
    return ""


@staff_page(can_run_rounds)
def people_add(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/people/add/``: sign up one player by hand; the form stays for the next one."""
    initial = {key: request.GET.get(key, "") for key in TYPED}
    form = AddEntryForm(request.POST or None, categories=from_stored(event.prizes).categories, initial=initial)
    if request.method == "POST" and form.is_valid():

        def sign_up() -> str:
            entry = add_entry(event=event, actor=actor_of(request), **form.arguments())
            named = {"name": entry.player.name, "number": entry.number, "round": entry.entered_round}
            text = _("%(name)s added as number %(number)d, playing from round %(round)d.")
            messages.success(request, text % named)
            return reverse("matches:people_add", args=[event.slug])

        if answer := try_once(request, form, sign_up):
            address, added_now = answer
            if not added_now:
                messages.info(request, _("Already submitted. No player was added this time."))
            return redirect(address)
    context = {
        **desk_context(event, roles, "people"),
        **counts_and_rights(event, roles),
        "override_links": override_links(event, roles, form, back=f"{request.path}?{form.typed}"),
        "form": form,
        "closed": "" if form.is_bound else _why_closed(event),
        "tabs": people_tabs(event, roles, "people"),
    }
    return render(request, "matches/people/add.html", context, status=rejected_status(form))
