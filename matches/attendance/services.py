"""Attendance: check-in, drop, return, disqualification.

A drop takes effect at the next pairing. Published rounds do not change.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q, QuerySet
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from matches.attendance.labels import own_check_in_text
from matches.attendance.strike_services import refresh_standings, restore, strike, strike_choice
from matches.audit.limit_services import Limit, begin, wait_text
from matches.audit.services import Actor, Change, audited_change
from matches.brackets.queries.brackets import cut_of
from matches.check_in import Window, own_check_in
from matches.enums import EntryStatus
from matches.errors import NotAllowed, Refused
from matches.events.declarations.sign_up_reading import check_in_terms, sign_up_terms, start_of
from matches.events.services.suggestions import follow_attendance
from matches.models import Entry, Event
from matches.organisations.queries.suspensions import suspended_at
from matches.organisations.services.checks import SuspendedPerson, check_people
from matches.people.queries.entries import last_public_round
from matches.people.services.entries import check_open, current_entry
from matches.permissions import can_organise
from matches.plugins import registry
from matches.snapshots.struck_queries import robin_player

DOOR_CODES = (Limit(10, 600),)
"""So many codes a player may try: the code would be guessed from home."""


def check_in(*, event: Event, actor: Actor, entries: Collection[Entry] | None = None) -> int:
    """Check players in (None: all who are registered). Returns how many were not checked in before.

    A player who arrives after a round was published enters with the next round. Players who are out are skipped; if
    the only player is out, raises ``Refused``. Where the event wants the fee first, nobody is checked in without the
    mark: raises ``Refused`` with the names of those who were chosen, and leaves them out of all. So it is with those
    whom the event's club has suspended.
    """
    with audited_change("check_in", event_id=event.pk, actor=actor) as change:
        check_open(change.event)
        if entries is not None and len(entries) == 1:
            _refuse_out(current_entry(change=change, entry=next(iter(entries))))
        waiting = Entry.objects.filter(event=change.event, status=EntryStatus.REGISTERED)
        if entries is not None:
            waiting = waiting.filter(pk__in=[entry.pk for entry in entries])
        if sign_up_terms(change.event).must_pay:
            if entries is not None:
                _refuse_unpaid(waiting)
            waiting = waiting.filter(paid_at__isnull=False)
        waiting = _without_suspended(change.event, waiting, chosen=entries is not None)
        found = list(waiting.values_list("pk", flat=True))
        round_ = last_public_round(change.event) + 1
        waiting.update(status=EntryStatus.CHECKED_IN, checked_in_at=change.at, entered_round=round_)
        change.note(entries=found, entered_round=round_)
        if found:
            change.touch("people")
    return len(found)


def check_in_self(*, entry: Entry, code: str = "") -> bool:
    """Check a player in who says so on the own page, in the time that the event sets, and with the code at the door
    where there is one. Returns whether that was new. Raises ``Refused``, at ``code`` for a wrong one and for too many.
    """
    if check_in_terms(entry.event).door_code and (wait := begin(f"door-code:{entry.pk}", DOOR_CODES)):
        text = _("Too many codes. Wait %(time)s and try again.") % {"time": wait_text(wait)}
        raise Refused("too_many_codes", text, parameter="code")
    with audited_change("check_in_self", event_id=entry.event_id, actor=Actor(entry=entry)) as change:
        terms = check_in_terms(change.event)
        if not terms.self_check_in:
            raise Refused("not_by_players", _("Check in at the desk."))
        window = own_check_in(start_of(change.event), terms.check_in_opens, terms.check_in_closes).at(change.at)
        if window is not Window.OPEN:
            raise Refused(f"check_in_{window.value}", own_check_in_text(change.event, window), conflict=True)
        if terms.door_code and not constant_time_compare(code.strip().casefold(), terms.door_code.casefold()):
            text = _("This is not the code. It is posted at the entrance.")
            raise Refused("door_code_wrong", text, parameter="code")
        _refuse_unpaid_self(change, entry)
        try:
            return bool(check_in(event=change.event, actor=change.actor, entries=[entry]))
        except SuspendedPerson as refused:
            # Whoever holds the link may have written somebody else's ID: they learn of no suspension.
            text = _("Check in at the desk this time. Staff there will help you.")
            raise Refused("at_desk", text) from refused


def _without_suspended(event: Event, waiting: QuerySet[Entry], *, chosen: bool) -> QuerySet[Entry]:
    """Those who may be checked in. Raises SuspendedPerson for those who were ``chosen``.

    Looks once: a club may suspend somebody at any moment, and who is refused must be who is left out.
    """
    if event.organisation_id is None:
        return waiting
    suspended = suspended_at(event, waiting.select_related("player"))
    if chosen and suspended:
        raise SuspendedPerson(suspended.values())
    return waiting.exclude(pk__in=suspended)


def _refuse_unpaid_self(change: Change, entry: Entry) -> None:
    if sign_up_terms(change.event).must_pay and current_entry(change=change, entry=entry).paid_at is None:
        raise Refused("not_paid", _("You are not marked as paid. Pay at the desk first, then check in."))


def _refuse_unpaid(waiting: QuerySet[Entry]) -> None:
    unpaid = [entry.unique_name for entry in waiting.filter(paid_at__isnull=True).select_related("player")]
    if len(unpaid) == 1:
        text = _("%(name)s is not marked as paid. Mark the fee as paid first.") % {"name": unpaid[0]}
        raise Refused("not_paid", text)
    if unpaid:
        text = _("These players are not marked as paid. Mark the fee as paid first.")
        raise Refused("not_paid", text, details=unpaid)


def undo_check_in(*, event: Event, actor: Actor, entries: Collection[Entry]) -> int:
    """Undo check-ins. Returns how many. Raises ``Refused``, naming the players, if some of them were paired."""
    with audited_change("undo_check_in", event_id=event.pk, actor=actor) as change:
        pks = [entry.pk for entry in entries]
        present = Entry.objects.filter(event=change.event, pk__in=pks, status=EntryStatus.CHECKED_IN)
        known = present.filter(Q(seats__isnull=False) | Q(stage_entries__isnull=False))
        paired = list(known.distinct().select_related("player").order_by("number"))
        if paired:
            message = _("A paired player’s check-in cannot be undone. Drop the player instead.")
            raise Refused("already_paired", message, details=[entry.unique_name for entry in paired])
        found = list(present.values_list("pk", flat=True))
        present.update(status=EntryStatus.REGISTERED, checked_in_at=None)
        change.note(entries=found)
        if found:
            change.touch("people")
    return len(found)


def drop_entry(
    *, actor: Actor, entry: Entry, reason: str = "", walkover: bool = False, results: str | None = None
) -> Entry:
    """Drop a player from the next pairing on. Sets ``dropped_after`` to the last published round.

    For a player in the cut of a bracket that is not published, the next in line moves up; with ``walkover`` the player
    keeps the place and the opponent goes on by walkover. Players (actors with an entry) can drop only themselves.

    ``results`` (a ``LeaverResults``) says what becomes of the results of a player who leaves a round robin before half
    of the matches; None: as the stage's setting says. Raises Refused at it for results that cannot be struck.
    """
    with audited_change("drop_entry", event_id=entry.event_id, actor=actor, reason=reason) as change:
        entry = current_entry(change=change, entry=entry)
        if actor.entry is not None and actor.entry.pk != entry.pk:
            raise Refused("not_yours", _("You can drop only yourself."))
        _refuse_out(entry)
        if change.event.finished_at is not None:
            raise Refused("event_finished", _("The event is finished, so nobody is paired any more. Nothing to drop."))
        if entry.status != EntryStatus.CHECKED_IN:
            raise Refused(
                "not_checked_in",
                _("This player is not checked in and is not being paired, so there is nothing to drop."),
            )
        struck = strike_choice(entry, results)
        if walkover:
            _hold_cut_place(change, entry)
        _take_out(change, entry, EntryStatus.DROPPED)
        if struck is not None:
            strike(struck, change)
            refresh_standings(struck.stage, change)
    return entry


def _hold_cut_place(change: Change, entry: Entry) -> None:
    if cut_of(entry) is None:
        message = _("This player has no place in a cut with an unpublished bracket.")
        raise Refused("not_in_cut", message, parameter="walkover")
    entry.holds_cut_place = True
    change.note(walkover=True)


def return_entry(*, actor: Actor, entry: Entry, reason: str = "") -> Entry:
    """Let a player return from the next pairing on. Results that were struck count again.

    After a disqualification, the return needs a reason and, outside a ruling, an organiser, who alone disqualifies.
    """
    with audited_change("return_entry", event_id=entry.event_id, actor=actor, reason=reason) as change:
        entry = current_entry(change=change, entry=entry)
        if entry.status == EntryStatus.DISQUALIFIED and change.outer is None:
            _require_organiser(change)
        check_return(change.event, entry, reason=reason)
        change.note(entry=entry.pk, before=entry.status, dropped_after=entry.dropped_after)
        entry.status = EntryStatus.CHECKED_IN if entry.checked_in_at else EntryStatus.REGISTERED
        entry.dropped_after = None
        entry.holds_cut_place = False
        if not entry.seats.exists():  # never paired: enters late, as at a check-in now
            entry.entered_round = last_public_round(change.event) + 1
        entry.save(update_fields=["status", "dropped_after", "entered_round", "holds_cut_place"])
        player = robin_player(entry)
        if player is not None and player.struck:
            restore(player, change)
        follow_attendance(change)
        change.touch("people")
    return entry


def disqualify_entry(*, actor: Actor, entry: Entry, reason: str, keeps_place: bool = True) -> Entry:
    """Disqualify a player, for a reason. Results stand; ``keeps_place`` says whether the standings list the player."""
    with audited_change("disqualify_entry", event_id=entry.event_id, actor=actor, reason=reason) as change:
        entry = current_entry(change=change, entry=entry)
        check_disqualification(entry, reason=reason)
        entry.keeps_place, entry.holds_cut_place = keeps_place, False
        _take_out(change, entry, EntryStatus.DISQUALIFIED)
        change.note(keeps_place=keeps_place)
        change.touch("standings")
    return entry


def _require_organiser(change: Change) -> None:
    if not change.actor.is_program and not can_organise(change.roles):
        raise NotAllowed(_("Only the organiser can reinstate a disqualified player."))


def check_return(event: Event, entry: Entry, *, reason: str) -> None:
    """Raise Refused where ``return_entry`` would."""
    if entry.status not in EntryStatus.out():
        raise Refused("not_out", _("This player is still in the event."), conflict=True)
    if event.finished_at is not None:
        raise Refused("event_finished", _("This event is finished."))
    check_people(event, [entry])
    if entry.status == EntryStatus.DISQUALIFIED and not reason.strip():
        raise Refused("reason_missing", _("Give a reason for lifting the disqualification."), parameter="reason")


def check_disqualification(entry: Entry, *, reason: str) -> None:
    """Raise Refused where ``disqualify_entry`` would."""
    if not reason.strip():
        raise Refused("reason_missing", _("Give a reason for the disqualification."), parameter="reason")
    if entry.status == EntryStatus.DISQUALIFIED:
        raise Refused("already_out", _("This player is already disqualified."), conflict=True)


def _take_out(change: Change, entry: Entry, status: EntryStatus) -> None:
    entry.status = status
    if entry.dropped_after is None:
        entry.dropped_after = last_public_round(change.event)
    entry.save(update_fields=["status", "dropped_after", "keeps_place", "holds_cut_place"])
    change.note(entry=entry.pk, number=entry.number, dropped_after=entry.dropped_after)
    follow_attendance(change)
    change.touch("people")
    for places in registry.places_changed:
        places(change)


def _refuse_out(entry: Entry) -> None:
    if entry.status in EntryStatus.out():
        message = _("%(name)s is out (%(status)s). Reinstate the player first.")
        raise Refused("already_out", message % {"name": entry.unique_name, "status": entry.get_status_display()})
