"""The secrets behind personal links: an invitation's token, and the signed text of a letter that gives a new link."""

from __future__ import annotations

import base64
import uuid

from django.core import signing
from django.utils.crypto import salted_hmac

from matches.models import Entry, Event, PlayerLink, SignUp
from matches.people.services.links import TOKEN_BYTES, token_hash

SALT = "matches.lost-link"
VALID_SECONDS = 24 * 3600

Holder = Entry | SignUp


def invitation_token(key: uuid.UUID) -> str:
    """The token of an invitation's personal link, which nobody can tell who does not have the site's secret key."""
    digest = salted_hmac("matches.invitation", key.hex, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def link_stands(row: SignUp) -> bool:
    """Whether the link that was made with the invitation still opens the personal page."""
    return row.token_hash == token_hash(invitation_token(row.key))


def request_for(holder: Holder) -> str:
    """A signed text that stands for a holder of a link, for a day and until the link is another one."""
    kind = "entry" if isinstance(holder, Entry) else "sign_up"
    return signing.dumps([kind, holder.pk, _valid_hash(holder)[:16]], salt=SALT)


def holder_of_request(event: Event, signed: str) -> Holder | None:
    """Whose link a letter's text is about; None if it is forged, older than a day, or has been used."""
    try:
        kind, pk, before = signing.loads(signed, salt=SALT, max_age=VALID_SECONDS)
    except signing.BadSignature:
        return None
    holder: Holder | None
    if kind == "entry":
        holder = Entry.objects.select_related("event", "player").filter(event=event, pk=pk).first()
    else:
        row = SignUp.objects.select_related("event", "entry__event", "entry__player").filter(event=event, pk=pk).first()
        holder = row if row is None or row.entry is None else row.entry
    return None if holder is None or _valid_hash(holder)[:16] != before else holder


def _valid_hash(holder: Holder) -> str:
    if isinstance(holder, SignUp):
        return holder.token_hash
    valid = PlayerLink.objects.filter(entry=holder, revoked_at__isnull=True).values_list("token_hash", flat=True)
    return valid.first() or ""
