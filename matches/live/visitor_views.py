"""Which requests come from a visitor about whom Django would know nothing: they are answered in front of Django."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from matches.live.asgi_types import Scope

LONGEST_HOST = 300
"""The longest domain name has 253 characters. A longer header is not kept in memory."""


def visitor_headers(scope: Scope) -> dict[bytes, bytes] | None:
    """The request's headers by name. None if Django must answer: for a session or token, for a host that is not ours,
    and for a header that is there twice.
    """
    found: dict[bytes, bytes] = {}
    for name, value in scope["headers"]:
        if name in found or name == b"authorization":
            return None
        found[name] = value
    if settings.SESSION_COOKIE_NAME.encode() in found.get(b"cookie", b""):
        return None
    host = found.get(b"host", b"")
    if len(host) > LONGEST_HOST or not _is_allowed(host.decode("latin-1"), tuple(settings.ALLOWED_HOSTS)):
        return None
    return found


@lru_cache(maxsize=1_000)
def _is_allowed(host: str, allowed: tuple[str, ...]) -> bool:
    """Whether Django would answer to this host name."""
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, allowed)
