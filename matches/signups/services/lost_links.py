"""Sends a new personal link to the e-mail address on file, and tells nobody whether there is one."""

from __future__ import annotations

from matches.audit.limit_services import Limit, begin
from matches.audit.services import Actor, audited_change
from matches.enums import Admission, EntryStatus
from matches.models import Entry, Event, SignUp
from matches.people.services.links import make_player_link
from matches.signups.labels import Notice
from matches.signups.services.notices import send_letter
from matches.signups.services.signing import renew_token

TO_ONE_ADDRESS = (Limit(3, 3600),)
"""So often an hour one address is written to: nobody's mailbox is filled by a stranger."""
MOST_LINKS = 5


def send_lost_links(*, event: Event, email: str) -> int:
    """Send each player and sign-up of the event with this address a new link. Returns how many were sent.

    The older links stop working. A letter goes to the address on file, never to what was typed.
    The caller must say the same whatever the number is.
    """
    if begin(f"lost-link-to:{event.pk}:{email.casefold()}", TO_ONE_ADDRESS):
        return 0
    with audited_change("send_lost_links", event_id=event.pk, actor=Actor()) as change:
        entries = Entry.objects.filter(event=event, player__email__iexact=email).exclude(status__in=EntryStatus.out())
        players = [entry for entry in entries.select_related("player") if _is_same(entry.player.email, email)]
        rows = SignUp.objects.filter(event=event, email__iexact=email, state__in=Admission.open())
        waiting = [row for row in rows if _is_same(row.email, email)][:MOST_LINKS]
        letters = [
            (entry.player.email, make_player_link(actor=change.actor, entry=entry).token)
            for entry in players[:MOST_LINKS]
        ]
        letters += [(row.email, renew_token(sign_up=row)) for row in waiting]
        change.note(sign_ups=[row.pk for row in waiting])
        for on_file, token in letters:
            send_letter(event=event, email=on_file, notice=Notice.LINK, token=token)
    return len(letters)


def _is_same(on_file: str, typed: str) -> bool:
    """Whether two addresses differ at most in case. A database may take ``ı`` for ``i``: another mailbox."""
    return on_file.casefold() == typed.casefold()
