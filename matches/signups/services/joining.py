"""Who is invited and signs up on the event's page all the same: one person, once the invitation is accepted.

Same name, and same e-mail address or ID, make two rows one person, as for a list that is imported. Whoever types them
gains nothing by it: the sign-up is one like any other, the answer is the same, and the invitation stays. Only the
holder of the invitation, to whose address a letter goes, or the desk makes the two one; the sign-up's link then ends.
Whom the desk has added by hand is one with the invitation in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from matches.audit.limit_services import Limit, begin
from matches.audit.services import Change
from matches.enums import Admission
from matches.models import Entry, Event, Player, PlayerLink, SignUp
from matches.names.display import name_key
from matches.signups.labels import Notice
from matches.signups.queries import invited
from matches.signups.services.notices import send_letter, takes_email
from matches.signups.services.tokens import invitation_token, link_stands, request_for

LETTERS = (Limit(2, 24 * 3600),)
"""So often a day an invited person is told of a sign-up: nobody's mailbox is filled by a stranger."""

Key = tuple[str, str, str]


def keys_of(row: SignUp) -> set[Key]:
    """By what the person of a row is known: the name with the e-mail address, and with the ID."""
    return _keys(row.person)


def _keys(person: SignUp | Player) -> set[Key]:
    name = name_key(person.name)
    known = (("email", person.email.casefold()), ("id", person.external_id.casefold()))
    return {(name, kind, value) for kind, value in known if value}


def own_sign_ups(event: Event, invitations: Iterable[SignUp]) -> dict[int, SignUp]:
    """The sign-ups that invited people have made besides, by the keys of their invitations: one query."""
    states = (*Admission.open(), Admission.CONFIRMED)
    rows = SignUp.objects.filter(event=event, state__in=states).select_related("entry__player", "player", "event")
    by_key = {key: row for row in rows.order_by("-turn") for key in keys_of(row)}  # the first one, of several
    found: dict[int, SignUp] = {}
    for invitation in invitations:
        same = next((by_key[key] for key in sorted(keys_of(invitation)) if key in by_key), None)
        if same is not None and same.pk not in {row.pk for row in found.values()}:
            found[invitation.pk] = same
    return found


def added_entries(event: Event, invitations: Iterable[SignUp]) -> dict[int, Entry]:
    """The players whom the desk has added besides, by the keys of their invitations: one query. Each is the invited
    person, or has the name and the e-mail address or ID.
    """
    rows = Entry.objects.filter(event=event, sign_up__isnull=True).select_related("player").order_by("-number")
    entries = list(rows)
    by_player = {entry.player_id: entry for entry in entries}
    by_key = {key: entry for entry in entries for key in _keys(entry.player)}
    found: dict[int, Entry] = {}
    for row in invitations:
        entry = by_player.get(row.player_id) if row.player_id is not None else None
        entry = entry or next((by_key[key] for key in sorted(keys_of(row)) if key in by_key), None)
        if entry is not None and entry not in found.values():
            found[row.pk] = entry
    return found


def tell_invited(*, sign_up: SignUp) -> int:
    """Write to those who are invited and may have made a new sign-up, at the address on file. Returns how many."""
    event, keys = sign_up.event, keys_of(sign_up)
    rows = [row for row in invited(event).select_related("player", "event") if keys & keys_of(row)]
    sent = 0
    for row in rows:
        email = row.person.email
        if not takes_email(email) or begin(f"invited-too:{row.pk}", LETTERS):
            continue
        stands = link_stands(row)
        send_letter(
            event=event,
            email=email,
            notice=Notice.INVITED_TOO,
            token=invitation_token(row.key) if stands else "",
            page="" if stands else request_for(row),
        )
        sent += 1
    return sent


def take_over(change: Change, invitation: SignUp, own: SignUp) -> bool:
    """Make an invitation and the own sign-up of the same person one, the invitation, whose link stays. Returns whether
    that settled it: who was in is in, who waits keeps the place on the list; who waits for approval is as if invited.
    """
    entry, state, turn = own.entry, own.state, own.turn
    invitation.created_at, invitation.changed_at = own.created_at, change.at
    if entry is None:
        invitation.take_mark(own)
        invitation.answers = own.answers
    SignUp.objects.filter(pk=own.pk).delete()
    if entry is not None:
        _take_entry(change, invitation, entry)
    elif state == Admission.WAITING:
        invitation.wait_as(turn, change.at)
    change.note(joined={"invitation": invitation.pk, "sign_up": own.pk})
    change.touch("sign_ups", "people")
    return state != Admission.PENDING


def take_added(change: Change, invitation: SignUp, entry: Entry) -> None:
    """Make an invitation and the player whom the desk has added by hand one: they are in, and the invitation's link is
    theirs.
    """
    invitation.changed_at = change.at
    _take_entry(change, invitation, entry)
    change.note(joined={"invitation": invitation.pk, "entry": entry.pk})
    change.touch("sign_ups", "people")


def join_chosen(change: Change, rows: Sequence[SignUp]) -> tuple[list[SignUp], list[SignUp]]:
    """Make invitations among the rows one with own sign-ups and with players whom the desk has added: what is left to
    accept, and those that are in by it.
    """
    invitations = [row for row in rows if row.state == Admission.INVITED]
    found = own_sign_ups(change.event, invitations)
    added = added_entries(change.event, invitations) if invitations else {}
    gone = {own.pk for own in found.values()}
    joined = []
    for row in rows:
        own = found.get(row.pk)
        if own is not None and take_over(change, row, own) and row.state == Admission.CONFIRMED:
            joined.append(row)
        elif own is None and row.pk in added:
            take_added(change, row, added[row.pk])
            joined.append(row)
    return [row for row in rows if row.pk not in gone and row not in joined], joined


def _take_entry(change: Change, invitation: SignUp, entry: Entry) -> None:
    typed, known = entry.player, invitation.player
    if known is not None and known != typed and not change.event.entries.filter(player=known).exists():
        entry.player = known
        entry.save(update_fields=["player"])
        Player.objects.filter(pk=typed.pk, entries__isnull=True, invitations__isnull=True).delete()
    PlayerLink.objects.filter(entry=entry, revoked_at__isnull=True).update(revoked_at=change.at)
    PlayerLink.objects.create(entry=entry, token_hash=invitation.token_hash)
    invitation.entry, invitation.state = entry, Admission.CONFIRMED
    invitation.name = invitation.external_id = invitation.email = ""
    invitation.answers = {}
    invitation.save()
