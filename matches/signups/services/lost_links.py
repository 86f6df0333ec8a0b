"""A lost link: a letter to the e-mail address on file, and the new link for who opens it.

Whoever types an address changes nothing by it: the old link works until the letter's page is confirmed.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

from celery import current_app
from django.urls import reverse
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from matches.audit.limit_services import Limit, begin
from matches.audit.services import Actor, audited_change
from matches.enums import Admission, EntryStatus
from matches.errors import Refused
from matches.models import Entry, Event, SignUp
from matches.people.services.links import make_player_link
from matches.signups.labels import Notice
from matches.signups.queries import invited
from matches.signups.services.notices import send_letter
from matches.signups.services.signing import renew_token
from matches.signups.services.tokens import Holder, holder_of_request, request_for

TO_ONE_ADDRESS = (Limit(3, 3600),)
"""So often an hour one address is written to: nobody's mailbox is filled by a stranger."""
MOST_LETTERS = 5
SEND_LOST_LINKS = "matches.send_lost_links"
logger = logging.getLogger(__name__)


def ask_for_lost_links(*, event: Event, email: str) -> None:
    """Have a worker do ``send_lost_links``: the answer takes the same time whether the address is on file or not."""
    try:
        current_app.send_task(SEND_LOST_LINKS, [event.pk, email])
    except (OperationalError, OSError) as error:
        logger.warning("a lost link could not be queued and is sent at once: %s", error)
        send_lost_links(event=event, email=email)


def send_lost_links(*, event: Event, email: str) -> int:
    """Write to each player, sign-up and invited person of the event with this address. Returns how many letters were
    sent.

    A letter goes to the address on file, never to what was typed. The caller must say the same whatever the number is.
    """
    if begin(f"lost-link-to:{event.pk}:{email.casefold()}", TO_ONE_ADDRESS):
        return 0
    holders = list(_holders(event, email))[:MOST_LETTERS]
    for holder in holders:
        page = reverse("matches:new_link", args=[event.slug, request_for(holder)])
        on_file = holder.player.email if isinstance(holder, Entry) else holder.person.email
        send_letter(event=event, email=on_file, notice=Notice.LINK, page=page)
    return len(holders)


def _holders(event: Event, email: str) -> Iterator[Holder]:
    entries = Entry.objects.filter(event=event, player__email__iexact=email).exclude(status__in=EntryStatus.out())
    yield from (entry for entry in entries.select_related("player") if _is_same(entry.player.email, email))
    rows = SignUp.objects.filter(event=event, email__iexact=email, state__in=Admission.open())
    yield from (row for row in rows if _is_same(row.email, email))
    rows = invited(event).filter(player__email__iexact=email).select_related("player")
    yield from (row for row in rows if _is_same(row.person.email, email))


def _is_same(on_file: str, typed: str) -> bool:
    """Whether two addresses differ at most in case. A database may take ``ı`` for ``i``: another mailbox."""
    return on_file.casefold() == typed.casefold()


def renew_link(*, event: Event, signed: str) -> str:
    """Give the holder of a letter a new personal link, whose token is returned; the older one stops working.

    Raises Refused for a text that is no longer valid: it works once.
    """
    holder = holder_of_request(event, signed)
    if holder is None:
        raise _used()
    actor = Actor(entry=holder) if isinstance(holder, Entry) else Actor(sign_up=holder)
    with audited_change("renew_link", event_id=event.pk, actor=actor) as change:
        if holder_of_request(change.event, signed) != holder:
            raise _used()
        if isinstance(holder, Entry):
            return make_player_link(actor=actor, entry=holder).token
        change.note(sign_up=holder.pk)
        return renew_token(sign_up=holder)


def _used() -> Refused:
    return Refused("link_used", _("This link is too old or has already been used. Ask for a new one."), conflict=True)
