"""The page of one player at the desk, and the actions on the player: one registry, one view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from matches.attendance.services import check_in, disqualify_entry, drop_entry, return_entry, undo_check_in
from matches.attendance.strike_services import restore_results, strike_results
from matches.audit.services import Actor
from matches.enums import EntryStatus, Role
from matches.errors import Refused
from matches.events.declarations.address import players_address, why_only_here
from matches.events.views import desk_context
from matches.models import Entry, Event
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.forms import CleanedData
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status
from matches.people.forms import ByesForm, DisqualifyForm, EditEntryForm, FixedTableForm, OptionalReasonForm
from matches.people.queries.entries import entries_for_desk
from matches.people.services.entries import award_byes, remove_entry, set_fixed_table, update_entry
from matches.people.services.links import make_player_link, revoke_player_links
from matches.people.views.tabs import people_tabs
from matches.permissions import can_drop_players, can_organise, can_run_rounds, can_see_desk
from matches.roster.drop_views import confirmed_drop
from matches.roster.history_views import history_context
from matches.roster.strike_views import confirmed_strike, may_strike
from matches.snapshots.struck_queries import robin_player

Do = Callable[[Actor, Entry, CleanedData], object]


@dataclass(frozen=True, kw_only=True)
class PersonAct:
    """An action on one player: its texts, permission, the states in which it is offered, its form and its service.

    In ``organiser_states``, it is only for the organiser.
    """

    label: str | Promise
    done: str | Promise
    do: Do
    may: Callable[[Set[Role]], bool] = can_run_rounds
    form: type[forms.Form] = forms.Form
    states: Set[str] = frozenset(EntryStatus.values)
    organiser_states: Set[str] = frozenset()
    note: str | Promise = ""
    danger: bool = False

    def fits(self, entry: Entry, roles: Roles) -> bool:
        may = can_organise if entry.status in self.organiser_states else self.may
        return may(roles) and entry.status in self.states


def _update(actor: Actor, entry: Entry, data: CleanedData) -> None:
    update_entry(actor=actor, entry=entry, **data)


def _byes(actor: Actor, entry: Entry, data: CleanedData) -> None:
    award_byes(actor=actor, entry=entry, rounds=data["awarded_byes"])


def _table(actor: Actor, entry: Entry, data: CleanedData) -> None:
    set_fixed_table(
        actor=actor,
        entry=entry,
        table=data["fixed_table"],
        reason=data["fixed_table_reason"],
    )


def _check_in(actor: Actor, entry: Entry, data: CleanedData) -> None:
    check_in(event=entry.event, actor=actor, entries=[entry])


def _undo_check_in(actor: Actor, entry: Entry, data: CleanedData) -> None:
    undo_check_in(event=entry.event, actor=actor, entries=[entry])


def _drop(actor: Actor, entry: Entry, data: CleanedData) -> None:
    drop_entry(actor=actor, entry=entry, **data)


def _return(actor: Actor, entry: Entry, data: CleanedData) -> None:
    return_entry(actor=actor, entry=entry, reason=data["reason"])


def _strike(actor: Actor, entry: Entry, data: CleanedData) -> None:
    strike_results(actor=actor, entry=entry, reason=data["reason"])


def _restore(actor: Actor, entry: Entry, data: CleanedData) -> None:
    restore_results(actor=actor, entry=entry, reason=data["reason"])


def _disqualify(actor: Actor, entry: Entry, data: CleanedData) -> None:
    disqualify_entry(actor=actor, entry=entry, **data)


def _remove(actor: Actor, entry: Entry, data: CleanedData) -> None:
    remove_entry(actor=actor, entry=entry, reason=data["reason"])


def _revoke_link(actor: Actor, entry: Entry, data: CleanedData) -> None:
    revoke_player_links(event=entry.event, actor=actor, entries=[entry])


REGISTERED, CHECKED_IN = {EntryStatus.REGISTERED}, {EntryStatus.CHECKED_IN}

ACTS: dict[str, PersonAct] = {
    "edit": PersonAct(label=_("Save"), done=_("Player saved."), do=_update, form=EditEntryForm),
    "check-in": PersonAct(label=_("Check in"), done=_("The player is checked in."), do=_check_in, states=REGISTERED),
    "undo-check-in": PersonAct(
        label=_("Undo check-in"), done=_("Check-in undone."), do=_undo_check_in, states=CHECKED_IN
    ),
    "drop": PersonAct(
        label=_("Drop"),
        done=_("Player dropped, starting with the next pairing."),
        note=_("Takes effect with the next pairing. Published rounds stay as they are."),
        do=_drop,
        may=can_drop_players,
        form=OptionalReasonForm,
        states=CHECKED_IN,
    ),
    "return": PersonAct(
        label=_("Reinstate"),
        done=_("Player reinstated, starting with the next pairing."),
        note=_("Takes effect with the next pairing. After a disqualification, give a reason."),
        do=_return,
        form=OptionalReasonForm,
        states=EntryStatus.out(),
        organiser_states={EntryStatus.DISQUALIFIED},
    ),
    "strike": PersonAct(
        label=_("Strike results …"),
        done=_("The results are struck."),
        note=_("The player has played less than half of the matches: the results need not count in the standings."),
        do=_strike,
        form=OptionalReasonForm,
        states=EntryStatus.out(),
    ),
    "restore-results": PersonAct(
        label=_("Restore results"),
        done=_("The results count again."),
        note=_("The results are struck: they do not count in the standings."),
        do=_restore,
        form=OptionalReasonForm,
        states=EntryStatus.out(),
    ),
    "byes": PersonAct(label=_("Award"), done=_("Byes saved."), do=_byes, may=can_organise, form=ByesForm),
    "table": PersonAct(label=_("Save"), done=_("Fixed table saved."), do=_table, form=FixedTableForm),
    "disqualify": PersonAct(
        label=_("Disqualify"),
        done=_("The player is disqualified."),
        note=_("Matches already played still count."),
        do=_disqualify,
        may=can_organise,
        form=DisqualifyForm,
        states=frozenset(EntryStatus.values) - {EntryStatus.DISQUALIFIED},
        danger=True,
    ),
    "remove": PersonAct(
        label=_("Remove from the list"),
        done=_("Player removed."),
        note=_("Only for a player who was never paired. The number is not reused."),
        do=_remove,
        form=OptionalReasonForm,
        danger=True,
    ),
    "revoke-link": PersonAct(label=_("Revoke link"), done=_("The link no longer works."), do=_revoke_link),
}


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
    """Perform an action, then show the player again or (``?list``) the list. A refusal is shown at its form."""
    act = ACTS.get(key)
    if act is None:
        raise Http404
    if not act.may(roles):
        raise PermissionDenied
    entry = _entry(event, number)
    form = act.form(request.POST)
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
        if act.fits(entry, roles) or key in bound
    }
    if entry.has_played:  # type: ignore[attr-defined]
        acts.pop("undo_check_in", None)
        acts.pop("remove", None)
    player = robin_player(entry)
    if not may_strike(player) and "strike" not in bound:
        acts.pop("strike", None)
    if player is None or not player.struck:
        acts.pop("restore_results", None)
    context = {
        **desk_context(event, roles, "people"),
        **history_context(event, entry),
        "entry": entry,
        "acts": acts,
        "may": can_run_rounds(roles),
        "may_link": can_run_rounds(roles) and entry.status not in EntryStatus.out(),
        "link": link,
        "only_here": why_only_here(link) if link else "",
        "tabs": people_tabs(event, roles, "people"),
    }
    status = max((rejected_status(form) for form in bound.values()), default=200)
    return render(request, "matches/people/person.html", context, status=status)


def _unbound(act: PersonAct, entry: Entry, key: str) -> forms.Form:
    starting = getattr(act.form, "initial_of", None)
    return act.form(initial=starting(entry) if starting else None, auto_id=f"{key}_%s")
