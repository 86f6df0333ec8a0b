"""Programs log in with ``Authorization: Token …``; only the SHA-256 of a token is stored."""

from __future__ import annotations

import hashlib

from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from matches.models import ApiToken, User


class TokenAuthentication(BaseAuthentication):
    """The member of staff whose token this is; no header is no failure, a wrong token is."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != b"token":
            return None
        if len(parts) != 2:
            raise AuthenticationFailed(_("Send one token: Authorization: Token …"))
        digest = hashlib.sha256(parts[1]).hexdigest()
        token = ApiToken.objects.select_related("user").filter(token_hash=digest, revoked_at__isnull=True).first()
        if token is None or not token.user.is_active:
            raise AuthenticationFailed(_("This token is not valid (any more)."))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Token"


class TokenScheme(OpenApiAuthenticationExtension):
    """How the schema describes it."""

    target_class = "matches.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": "Token …"}
