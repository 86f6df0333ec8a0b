"""Who gets in: the desk accepts, declines and moves, and places that become free are filled from the waiting list."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.admission import Act, State, may, moving_up, on_acceptance
from matches.audit.services import Actor, Change, audited_change
from matches.enums import Admission
from matches.errors import Refused
from matches.events.services.plans import store_value
from matches.events.services.suggestions import follow_attendance
from matches.models import Event, Player, PlayerLink, SignUp
from matches.names.services import mark_namesakes
from matches.organisations.queries.suspensions import suspended_at
from matches.organisations.services.checks import check_people
from matches.people.services.entries import check_open, new_entry
from matches.people.services.persons import known_by_id
from matches.permissions import can_organise
from matches.signups.labels import Notice
from matches.signups.queries import Places, has_started, next_turn, places_of, waiting_list
from matches.signups.services.joining import join_chosen
from matches.signups.services.notices import notify


@dataclass(frozen=True, slots=True)
class Queue:
    """The places of an event as those see them who may get in: whoever is suspended waits, and holds nobody up."""

    places: Places
    passed_over: frozenset[int]


def queue_of(event: Event) -> Queue:
    """The places of an event, and the keys of those on the waiting list who are passed over."""
    places = places_of(event)
    if event.organisation_id is None or not places.waiting:
        return Queue(places, frozenset())
    rows = waiting_list(event).select_related("player", "entry__player")
    passed_over = frozenset(suspended_at(event, rows))
    return Queue(replace(places, waiting=places.waiting - len(passed_over)), passed_over)


def admit(change: Change, rows: Sequence[SignUp]) -> None:
    """Make players of sign-ups, each with the personal link that the person has already."""
    for row in rows:
        _enter(change, row)
    if rows:
        mark_namesakes(change=change, event=change.event)
        follow_attendance(change)
        change.touch("people", "sign_ups")


def _enter(change: Change, row: SignUp) -> None:
    player = (
        _invited_player(change, row)
        or _known_player(change, row)
        or Player.objects.create(name=row.person.name, external_id=row.person.external_id, email=row.person.email)
    )
    entry = new_entry(change, player)
    entry.take_mark(row)
    entry.answers = row.answers
    entry.save(update_fields=["paid_at", "paid_amount", "paid_note", "answers"])
    PlayerLink.objects.create(entry=entry, token_hash=row.token_hash)
    row.entry, row.state, row.changed_at = entry, Admission.CONFIRMED, change.at
    row.name = row.external_id = row.email = ""
    row.answers = {}
    row.save()


def _invited_player(change: Change, row: SignUp) -> Player | None:
    """The person of an invitation, unless the desk has added the same one meanwhile."""
    if row.player is None or change.event.entries.filter(player=row.player).exists():
        return None
    return row.player


def _known_player(change: Change, row: SignUp) -> Player | None:
    """The person with this id and name whom the member of staff knows; nobody for a visitor or for the program."""
    if not row.external_id or change.actor.user is None:
        return None
    found = known_by_id(actor=change.actor, names={row.external_id: row.name}).get(row.external_id.casefold())
    if found is None or found.name.casefold() != row.name.casefold():
        return None
    return None if change.event.entries.filter(player=found).exists() else found


def fill_places(change: Change) -> list[SignUp]:
    """Let the first of the waiting list in while there are places, and tell them. Nobody once the event has begun.

    Whoever is suspended is passed over and goes on waiting.
    """
    if change.event.finished_at is not None or has_started(change.event):
        return []
    queue = queue_of(change.event)
    next_ones = waiting_list(change.event).exclude(pk__in=queue.passed_over)
    moved = list(next_ones[: moving_up(left=queue.places.left, waiting=queue.places.waiting)])
    admit(change, moved)
    for row in moved:
        notify(row, Notice.MOVED_UP)
    if moved:
        change.note(moved_up=[row.pk for row in moved])
    return moved


def accept_sign_ups(
    *, event: Event, actor: Actor, sign_ups: Collection[SignUp], over_capacity: bool = False
) -> list[SignUp]:
    """Accept sign-ups, in the order of signing up: in while there are places, else on the waiting list.

    With ``over_capacity``, which only the organiser may, they get in though the event is full. Those that are decided
    already are skipped. An invited person's own sign-up becomes one with the invitation. Returns those that are in.
    Raises SuspendedPerson if one of them is suspended.
    """
    with audited_change("accept_sign_ups", event_id=event.pk, actor=actor) as change:
        check_open(change.event)
        if over_capacity:
            change.require(can_organise)
        rows = _chosen(change, sign_ups, Act.ACCEPT)
        check_people(change.event, rows)
        queue = queue_of(change.event)
        admitted: list[SignUp] = []
        put_on_list: list[SignUp] = []
        left, waiting = queue.places.left, queue.places.waiting
        chosen, joined = join_chosen(change, rows)
        for row in chosen:
            ahead = _ahead(row, queue, admitted) if row.state == Admission.WAITING else waiting
            state = State.CONFIRMED if over_capacity else on_acceptance(left=left, waiting=ahead)
            if state is State.CONFIRMED:
                admitted.append(row)
                left = None if left is None else max(0, left - 1)
                waiting -= row.state == Admission.WAITING
            elif row.state == Admission.INVITED:
                row.wait_as(next_turn(change.event), change.at)
                put_on_list.append(row)
                waiting += 1
            elif row.state != Admission.WAITING:
                row.state, row.changed_at = Admission.WAITING, change.at
                row.save(update_fields=["state", "changed_at"])
                put_on_list.append(row)
                waiting += 1
        admit(change, admitted)
        for informed, notice in (([*joined, *admitted], Notice.ACCEPTED), (put_on_list, Notice.WAITING)):
            for row in informed:
                notify(row, notice)
        change.note(accepted=[row.pk for row in (*joined, *admitted)], over_capacity=over_capacity)
        change.touch("sign_ups")
    return [*joined, *admitted]


def _ahead(row: SignUp, queue: Queue, admitted: Sequence[SignUp]) -> int:
    """How many wait before somebody on the list, without those who get in with the same act or are passed over."""
    ahead = waiting_list(row.event).filter(turn__lt=row.turn)
    return ahead.exclude(pk__in=[*queue.passed_over, *(other.pk for other in admitted)]).count()


def _chosen(change: Change, sign_ups: Collection[SignUp], act: Act) -> list[SignUp]:
    rows = SignUp.objects.filter(event=change.event, pk__in=[row.pk for row in sign_ups]).order_by("turn")
    return [row for row in rows.select_related("entry__player", "player", "event") if may(act, row.state)]


def restore_sign_up(*, sign_up: SignUp, actor: Actor) -> SignUp:
    """Put a declined or withdrawn sign-up back: at the end of the waiting list, and in if there is a place."""
    with audited_change("restore_sign_up", event_id=sign_up.event_id, actor=actor) as change:
        row = SignUp.objects.filter(event=change.event, pk=sign_up.pk).first()
        check_unfinished(change.event)
        if row is None or not may(Act.RESTORE, row.state):
            raise Refused("sign_up_decided", _("This sign-up has changed. Reload the list."), conflict=True)
        row.wait_as(next_turn(change.event), change.at)
        change.note(sign_up=row.pk)
        change.touch("sign_ups")
        fill_places(change)
        row.refresh_from_db()
    return row


def check_unfinished(event: Event) -> None:
    """Raise Refused for an event that is finished: who was in it, and as whom, is settled."""
    if event.finished_at is not None:
        raise Refused("event_finished", _("The event is over."), conflict=True)


def move_sign_ups(*, event: Event, actor: Actor, sign_ups: Collection[SignUp], place: int, reason: str) -> None:
    """Move people on the waiting list, in their order, to a place from 1, for a reason. Raises Refused at ``place`` or
    ``reason``, or if one of them no longer waits.
    """
    with audited_change("move_sign_up", event_id=event.pk, actor=actor, reason=reason) as change:
        if not reason.strip():
            raise Refused("reason_missing", _("Give a reason for the move."), parameter="reason")
        rows = list(waiting_list(change.event))
        chosen = {row.pk for row in sign_ups}
        moved = [row for row in rows if row.pk in chosen]
        if not moved or len(moved) < len(chosen):
            raise Refused("not_waiting", _("Only people on the waiting list can be moved."), conflict=True)
        if not 1 <= place <= len(rows):
            text = ngettext("The list has %(n)d place.", "The list has places 1 to %(n)d.", len(rows))
            raise Refused("place_out_of_range", text % {"n": len(rows)}, parameter="place")
        before = [rows.index(row) + 1 for row in moved]
        turns = [row.turn for row in rows]
        others = [row for row in rows if row.pk not in chosen]
        _set_turns(change, [*others[: place - 1], *moved, *others[place - 1 :]], turns)
        change.note(sign_ups=[row.pk for row in moved], before=before, place=place)
        change.touch("sign_ups")


def _set_turns(change: Change, rows: list[SignUp], turns: list[int]) -> None:
    """Give the rows these turns, by way of free ones: a turn belongs to one row at any moment."""
    free = next_turn(change.event)
    moved = [(row, turn) for row, turn in zip(rows, turns, strict=True) if row.turn != turn]
    for number, (row, _turn) in enumerate(moved):
        SignUp.objects.filter(pk=row.pk).update(turn=free + number)
    for row, turn in moved:
        SignUp.objects.filter(pk=row.pk).update(turn=turn)


def open_sign_up(*, event: Event, actor: Actor, on: bool = True) -> Event:
    """Open sign-up with one button, or close it."""
    with audited_change("open_sign_up" if on else "close_sign_up", event_id=event.pk, actor=actor) as change:
        column = store_value(event=change.event, key="sign_up", value=on)
        change.event.save(update_fields=[column])
        change.touch("event", "sign_ups")
    return change.event
