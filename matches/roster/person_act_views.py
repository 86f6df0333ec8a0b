"""The actions on one player at the desk: one registry, from which the player's page makes its forms."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.attendance.services import check_in, disqualify_entry, drop_entry, return_entry, undo_check_in
from matches.attendance.strike_services import restore_results, strike_results
from matches.audit.services import Actor
from matches.enums import EntryStatus, Role
from matches.models import Entry, Event
from matches.pages.access_views import Roles
from matches.pages.forms import CleanedData
from matches.people.forms import (
    ByesForm,
    DisqualifyForm,
    EditEntryForm,
    FixedTableForm,
    OptionalReasonForm,
    PlayerCategoriesForm,
)
from matches.people.services.allowances import award_byes, set_fixed_table
from matches.people.services.entries import update_entry
from matches.people.services.links import revoke_player_links
from matches.people.services.removal import remove_entry
from matches.permissions import can_drop_players, can_organise, can_run_rounds
from matches.prizes.services import mark_categories
from matches.signups.forms import PaidForm
from matches.signups.services.declining import mark_paid

Do = Callable[[Actor, Entry, CleanedData], object]


@dataclass(frozen=True, kw_only=True)
class PersonAct:
    """An action on one player: its texts, permission, the states in which it is offered, its form and its service.

    In ``organiser_states``, it is only for the organiser. A form that is ``made_for`` the player takes the ``entry``.
    What is ``for_pairings`` has no meaning once the event is finished, and is not offered any more.
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
    made_for: bool = False
    for_pairings: bool = False

    def filled(self, entry: Entry, data: QueryDict | None, **kwargs: Any) -> forms.Form:
        """The form of the action, about this player."""
        return self.form(data, **(kwargs | {"entry": entry} if self.made_for else kwargs))

    def fits(self, event: Event, entry: Entry, roles: Roles) -> bool:
        if self.for_pairings and event.finished_at is not None:
            return False
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
        wanted=data["wanted"],
        reason=data["fixed_table_reason"],
    )


def _pay(actor: Actor, entry: Entry, data: CleanedData) -> None:
    mark_paid(event=entry.event, actor=actor, entries=[entry], amount=data["amount"], note=data["note"])


def _unpay(actor: Actor, entry: Entry, data: CleanedData) -> None:
    mark_paid(event=entry.event, actor=actor, entries=[entry], paid=False)


def _categories(actor: Actor, entry: Entry, data: CleanedData) -> None:
    marks = {entry.number: data["categories"]}
    mark_categories(event=entry.event, actor=actor, marks=marks, reason=data.get("reason", ""))


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
    "check-in": PersonAct(
        label=_("Check in"), done=_("The player is checked in."), do=_check_in, states=REGISTERED, for_pairings=True
    ),
    "undo-check-in": PersonAct(
        label=_("Undo check-in"), done=_("Check-in undone."), do=_undo_check_in, states=CHECKED_IN, for_pairings=True
    ),
    "drop": PersonAct(
        label=_("Drop"),
        done=_("Player dropped. Takes effect from the next round you pair."),
        note=_("Takes effect from the next round you pair. Published rounds stay as they are."),
        do=_drop,
        may=can_drop_players,
        form=OptionalReasonForm,
        states=CHECKED_IN,
        for_pairings=True,
    ),
    "return": PersonAct(
        label=_("Reinstate"),
        done=_("Player reinstated. Takes effect from the next round you pair."),
        note=_("Takes effect from the next round you pair. After a disqualification, give a reason."),
        do=_return,
        form=OptionalReasonForm,
        states=EntryStatus.out(),
        organiser_states={EntryStatus.DISQUALIFIED},
        for_pairings=True,
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
    "byes": PersonAct(
        label=_("Award"), done=_("Byes saved."), do=_byes, may=can_organise, form=ByesForm, for_pairings=True
    ),
    "table": PersonAct(
        label=_("Save"), done=_("Fixed table saved."), do=_table, form=FixedTableForm, for_pairings=True
    ),
    "paid": PersonAct(label=_("Mark as paid"), done=_("The player is marked as paid."), do=_pay, form=PaidForm),
    "unpaid": PersonAct(label=_("Remove paid mark"), done=_("The player is no longer marked as paid."), do=_unpay),
    "categories": PersonAct(
        label=_("Save"),
        done=_("Categories saved."),
        note=_("The prizes of a category go to the best players who are in it."),
        do=_categories,
        form=PlayerCategoriesForm,
        made_for=True,
    ),
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
