"""The page of one player at the desk, and the one view of all actions on the player (``person_act_views``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from matches.enums import EntryStatus
from matches.errors import Refused
from matches.events.declarations.address import players_address, why_only_here
from matches.final.prize_queries import prize_table
from matches.frame.desk_views import desk_context
from matches.models import Entry, Event
from matches.organisations.override_views import all_suspended_shown
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.address_views import numbered
from matches.pages.forms import CleanedData
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status
from matches.people.labels.answers import answers_shown
from matches.people.queries.entries import entries_for_desk
from matches.people.services.links import make_player_link
from matches.people.views.tabs import people_tabs
from matches.permissions import can_run_rounds, can_see_desk
from matches.roster.drop_views import confirmed_drop
from matches.roster.history_views import history_context
from matches.roster.person_act_views import ACTS, PersonAct
from matches.roster.strike_views import confirmed_strike, may_strike
from matches.snapshots.struck_queries import robin_player


@staff_page(can_see_desk)
def person(request: HttpRequest, event: Event, roles: Roles, number: int) -> HttpResponse:
    """``/e/SLUG/desk/people/NUMBER/``."""
    return _page(request, event, roles, _entry(event, number), {})


CONFIRMED: dict[str, Callable[[HttpRequest, Event, Roles, Entry], CleanedData | HttpResponse | None]] = {
    "drop": confirmed_drop,
    "strike": confirmed_strike,
}
"""The acts that a page asks about first. Where the service refuses the act there is nothing to ask: None."""


@require_POST
@staff_page(can_see_desk)
def person_act(request: HttpRequest, event: Event, roles: Roles, number: int, key: str) -> HttpResponse:
    """Act, then show the player again, ``?list`` the list, ``?scan`` the scanner. A refusal is at its form."""
    act = ACTS.get(key)
    if act is None:
        raise Http404
    if not act.may(roles):
        raise PermissionDenied
    entry = _entry(event, number)
    form = act.filled(entry, request.POST)
    if not form.is_valid():
        return _page(request, event, roles, entry, {key: form})
    data = form.cleaned_data
    confirm = CONFIRMED.get(key)
    if confirm is not None and (answer := confirm(request, event, roles, entry)) is not None:
        if isinstance(answer, HttpResponse):
            return answer
        data = answer
    try:
        act.do(actor_of(request), entry, data)
    except Refused as refused:
        if not form.fields:
            show_refusal(request, refused)
            return redirect("matches:person", event.slug, number)
        show_refusal(request, refused, form)
        return _page(request, event, roles, entry, {key: form})
    messages.success(request, str(act.done))
    if key == "remove" or "list" in request.GET:
        return redirect("matches:people", event.slug)
    if "scan" in request.GET:
        return redirect("matches:people_scan", event.slug)
    return redirect("matches:person", event.slug, number)


@never_cache
@require_POST
@staff_page(can_run_rounds)
def person_link(request: HttpRequest, event: Event, roles: Roles, number: int) -> HttpResponse:
    """Create a new link for one player and show it, this one time."""
    entry = _entry(event, number)
    made = make_player_link(actor=actor_of(request), entry=entry)
    link = players_address(event) + reverse("matches:me", args=[made.token])
    return _page(request, event, roles, _entry(event, number), {}, link=link)


@dataclass(frozen=True, slots=True)
class ActShown:
    """An act on the page of a player, with its form and its address."""

    act: PersonAct
    form: forms.Form
    url: str


def _entry(event: Event, number: int) -> Entry:
    return get_object_or_404(entries_for_desk(event), number=number)


def _page(
    request: HttpRequest, event: Event, roles: Roles, entry: Entry, bound: Mapping[str, forms.Form], link: str = ""
) -> HttpResponse:
    acts = {
        key.replace("-", "_"): ActShown(
            act,
            bound.get(key) or _unbound(act, entry, key),
            reverse("matches:person_act", args=[event.slug, entry.number, key]),
        )
        for key, act in ACTS.items()
        if act.fits(event, entry, roles) or key in bound
    }
    if entry.has_played:  # type: ignore[attr-defined]
        acts.pop("undo_check_in", None)
        acts.pop("remove", None)
    if entry.paid_at is None:
        acts.pop("unpaid", None)
    if not prize_table(event).categories:
        acts.pop("categories", None)
    player = robin_player(entry)
    if not may_strike(player) and "strike" not in bound:
        acts.pop("strike", None)
    if player is None or not player.struck:
        acts.pop("restore_results", None)
    own_url = numbered("matches:person", event.slug, entry.number)
    context = {
        **desk_context(event, roles, "people"),
        **history_context(event, entry),
        "entry": entry,
        "suspended": all_suspended_shown(event, roles, [entry], back=own_url).get(entry.pk),
        "acts": acts,
        "may": can_run_rounds(roles),
        "answers": answers_shown(event, entry.answers) if can_run_rounds(roles) else [],
        "may_link": can_run_rounds(roles) and entry.status not in EntryStatus.out(),
        "link": link,
        "only_here": why_only_here(link) if link else "",
        "tabs": people_tabs(event, roles, "people"),
    }
    status = max((rejected_status(form) for form in bound.values()), default=200)
    return render(request, "matches/people/person.html", context, status=status)


def _unbound(act: PersonAct, entry: Entry, key: str) -> forms.Form:
    starting = getattr(act.form, "initial_of", None)
    return act.filled(entry, None, initial=starting(entry) if starting else None, auto_id=f"{key}_%s")
