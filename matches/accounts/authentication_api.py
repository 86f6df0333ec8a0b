"""How programs sign in: with the token of a member of staff, or with a player's link."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from matches.accounts.token_services import resolve_token
from matches.api.authentication import LinkHolder, secret_of
from matches.models import ApiToken, User
from matches.people.services.links import resolve_player_link


class TokenAuthentication(BaseAuthentication):
    """The member of staff whose token this is."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        secret = secret_of(request, "Token")
        if secret is None:
            return None
        token = resolve_token(secret)
        if token is None:
            raise AuthenticationFailed(_("This token is not valid, or no longer valid."))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Token"


class LinkAuthentication(BaseAuthentication):
    """The player whose personal link this is: the part of its address after ``/p/``."""

    def authenticate(self, request: Request) -> tuple[LinkHolder, None] | None:
        secret = secret_of(request, "Link")
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
