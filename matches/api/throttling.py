"""Rate limits that stop a runaway loop and that no normal client reaches.

Requests are counted in the cache, so per process unless Redis is configured. The address is the peer's, never a header
that anyone can send; the server sets it from the header of a proxy that it trusts (``--forwarded-allow-ips``).
"""

from __future__ import annotations

from typing import Any

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from matches.api.authentication import LinkHolder


class _Rate(SimpleRateThrottle):
    def get_ident(self, request: Request) -> str:
        return str(request.META.get("REMOTE_ADDR", ""))

    def name_of(self, ident: Any) -> str:
        return self.cache_format % {"scope": self.scope, "ident": ident}


class AnonymousReads(_Rate):
    """Limits requests without a sign-in by address: a hall behind one address polls at most a dozen times a second."""

    scope = "api_anonymous"
    rate = "1200/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        return None if request.user.is_authenticated else self.name_of(self.get_ident(request))


class Writes(_Rate):
    """Limits what an account writes: ten requests a second is an import, not a person."""

    scope = "api_writes"
    rate = "600/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        if request.method in SAFE_METHODS or isinstance(request.user, LinkHolder):
            return None
        return self.name_of(request.user.pk or self.get_ident(request))


class PlayerWrites(_Rate):
    """Limits what a player's link writes: a player reports one match per round."""

    scope = "api_player_writes"
    rate = "30/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        if request.method in SAFE_METHODS or not isinstance(request.user, LinkHolder):
            return None
        return self.name_of(request.user.pk)
