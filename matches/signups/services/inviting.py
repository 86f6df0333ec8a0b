"""Invitations: the players of last time are on the list of the next event, and take a place once they accept.

The personal link of an invitation follows from its key and the site's secret key, so that the organiser can send it,
or have it as a list, for as long as nobody has replaced it.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.admission import Act, State, may, on_acceptance
from matches.audit.services import Actor, Change, audited_change
from matches.enums import Admission, EntryStatus
from matches.errors import Refused
from matches.export_plugins import CSV, Export, ExportFormat, ExportRequest
from matches.models import Entry, Event, SignUp
from matches.organisations.queries.suspensions import suspended_at
from matches.organisations.services.checks import check_people
from matches.people.services.entries import check_open
from matches.people.services.links import token_hash
from matches.people.services.persons import persons_known_to
from matches.permissions import can_organise
from matches.signups.labels import Notice
from matches.signups.queries import invited, next_turn
from matches.signups.services.admission import admit, queue_of
from matches.signups.services.joining import added_entries, own_sign_ups, take_added, take_over
from matches.signups.services.notices import send_letter, takes_email
from matches.signups.services.signing import current_sign_up
from matches.signups.services.tokens import invitation_token, link_stands
from matches.spreadsheet import csv_bytes


def invite_players(*, change: Change, source: Event) -> int:
    """Invite the players of another event, without those who were disqualified. Returns how many.

    Whom the actor knows from the desk there stays the same person; somebody else is invited by name alone.
    """
    entries = Entry.objects.filter(event=source).exclude(status=EntryStatus.DISQUALIFIED)
    known = set(persons_known_to(change.actor).filter(entries__event=source).values_list("pk", flat=True))
    first = next_turn(change.event)
    rows = [
        _invitation(change, entry, first + number, is_known=entry.player_id in known)
        for number, entry in enumerate(entries.select_related("player").order_by("number"))
    ]
    SignUp.objects.bulk_create(rows)
    change.touch("sign_ups")
    return len(rows)


def _invitation(change: Change, entry: Entry, turn: int, *, is_known: bool) -> SignUp:
    key = uuid.uuid4()
    return SignUp(
        event=change.event,
        key=key,
        token_hash=token_hash(invitation_token(key)),
        state=Admission.INVITED,
        turn=turn,
        player=entry.player if is_known else None,
        name="" if is_known else entry.player.name,
        created_at=change.at,
        changed_at=change.at,
    )


def accept_invitation(*, sign_up: SignUp, actor: Actor) -> SignUp:
    """Take the place that somebody was invited to: in while there is one, else on the waiting list. An own sign-up of
    the same person becomes one with the invitation (``joining``), and so does a player whom the desk has added.

    Raises Refused once the event has begun or is over, and for what is no invitation any more. Whoever is suspended
    is pending then and is shown nothing else; the desk that accepts for them is refused (SuspendedPerson).
    """
    with audited_change("accept_invitation", event_id=sign_up.event_id, actor=actor) as change:
        row = current_sign_up(change, sign_up)
        check_open(change.event)
        if not may(Act.JOIN, row.state):
            raise Refused("not_invited", _("This invitation has already been answered."), conflict=True)
        if _waits_for_the_desk(change, row):
            return row
        own = own_sign_ups(change.event, [row]).get(row.pk)
        places = queue_of(change.event).places
        added = added_entries(change.event, [row]).get(row.pk) if own is None else None
        if added is not None:
            take_added(change, row, added)
        elif own is not None and take_over(change, row, own):
            pass  # in, or at the same place of the list
        elif on_acceptance(left=places.left, waiting=places.waiting) is State.CONFIRMED:
            admit(change, [row])
        else:
            row.wait_as(next_turn(change.event), change.at)
        change.note(sign_up=row.pk, state=row.state)
        change.touch("sign_ups")
    return row


def _waits_for_the_desk(change: Change, row: SignUp) -> bool:
    """Make a suspended person's own acceptance a request that the desk decides on."""
    if not suspended_at(change.event, [row]):
        return False
    if not change.actor.is_player:
        check_people(change.event, [row])
    row.wait_as(next_turn(change.event), change.at, Admission.PENDING)
    change.note(sign_up=row.pk, state=row.state)
    change.touch("sign_ups")
    return True


def send_invitations(*, event: Event, actor: Actor) -> int:
    """Email the invitations that have not been sent, to those whose address is known and whom the desk has not added
    meanwhile. Returns how many.

    Raises Refused where the site sends no email, and while the public page is closed.
    """
    with audited_change("send_invitations", event_id=event.pk, actor=actor) as change:
        if not settings.SENDS_EMAIL:
            raise Refused("no_email", _("This site sends no email. Export the invitations, and send them yourself."))
        if not change.event.published:
            text = _("Open the public page first, so that those who are invited can read about the event.")
            raise Refused("not_public", text)
        rows = invited(change.event).filter(sent_at__isnull=True).select_related("player", "event")
        added = added_entries(change.event, rows)
        due = [row for row in rows if row.pk not in added and takes_email(row.person.email) and link_stands(row)]
        for row in due:
            send_letter(
                event=change.event, email=row.person.email, notice=Notice.INVITED, token=invitation_token(row.key)
            )
        SignUp.objects.filter(pk__in=[row.pk for row in due]).update(sent_at=change.at)
        change.note(sign_ups=[row.pk for row in due])
        change.touch("sign_ups")
    return len(due)


def invitations_file(event: Event, request: ExportRequest, format_: ExportFormat) -> bytes:
    """Everyone who is invited and has not answered, with the personal link."""
    header = [_("Name"), _("Email"), _("Link")]
    rows = [
        [
            row.person.name,
            row.person.email,
            request.base_url + reverse("matches:me", args=[invitation_token(row.key)]) if link_stands(row) else "",
        ]
        for row in invited(event).select_related("player")
    ]
    return csv_bytes(header, rows)


INVITATIONS = Export(
    key="invitations",
    label=gettext_lazy("Invitations"),
    formats=(CSV,),
    may_export=can_organise,
    build=invitations_file,
)
