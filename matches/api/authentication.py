"""What programs send to sign in: ``Authorization: Token …`` for staff, ``Authorization: Link …`` for a player.

``matches.accounts.authentication_api`` knows whose they are. Only the SHA-256 of a token or link is stored. A request
without the header is anonymous; a wrong header is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from matches.models import Entry


def secret_of(request: Request, scheme: str) -> bytes | None:
    """Return what follows the scheme's name, or None without a header of this scheme.

    *Bearer* is refused: its sender means a token, and would be taken for nobody. *Basic* may be a proxy's own.
    """
    parts = get_authorization_header(request).split()
    if parts and parts[0].lower() == b"bearer":
        raise AuthenticationFailed(_("Send a token as Authorization: Token …, not as Bearer."))
    if not parts or parts[0].lower() != scheme.lower().encode():
        return None
    if len(parts) != 2:
        raise AuthenticationFailed(_("Send one secret: Authorization: %(scheme)s …") % {"scheme": scheme})
    return parts[1]


@dataclass(frozen=True, slots=True)
class LinkHolder:
    """The player behind a personal link: no account, no role, only an entry in one event."""

    entry: Entry
    is_authenticated: bool = True
    is_active: bool = True

    @property
    def pk(self) -> str:
        """The key of the entry, for code that expects an account's primary key."""
        return f"entry-{self.entry.pk}"
