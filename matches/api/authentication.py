"""Authentication of programs: ``Authorization: Token …`` for staff, ``Authorization: Link …`` for a player.

Only the SHA-256 of a token or link is stored. A request without the header is anonymous; a wrong header is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from matches.accounts.token_services import resolve_token
from matches.models import ApiToken, Entry, User
from matches.people.link_services import resolve_player_link


def _secret(request: Request, scheme: str) -> bytes | None:
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


class TokenAuthentication(BaseAuthentication):
    """The member of staff whose token this is."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        secret = _secret(request, "Token")
        if secret is None:
            return None
        token = resolve_token(secret)
        if token is None:
            raise AuthenticationFailed(_("This token is not valid, or no longer valid."))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Token"


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


class LinkAuthentication(BaseAuthentication):
    """The player whose personal link this is: the part of its address after ``/p/``."""

    def authenticate(self, request: Request) -> tuple[LinkHolder, None] | None:
        secret = _secret(request, "Link")
        if secret is None:
            return None
        entry = resolve_player_link(secret.decode("latin-1"))
        if entry is None:
            raise AuthenticationFailed(_("This link is not valid. Ask the desk for a new one."))
        return LinkHolder(entry), None

    def authenticate_header(self, request: Request) -> str:
        return "Link"


class TokenScheme(OpenApiAuthenticationExtension):
    """How the schema describes a token."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        description = (
            "`Token …`: a key that a member of staff creates under *API tokens*; it has the rights of its owner."
        )
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": description}


class LinkScheme(OpenApiAuthenticationExtension):
    """How the schema describes a player's link."""

    target_class = LinkAuthentication
    name = "link"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        description = "`Link …`: the part of a player's personal address after `/p/`."
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": description}
