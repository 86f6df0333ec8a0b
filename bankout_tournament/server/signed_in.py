"""Which requests come from people who are signed in, known before Django has seen the request.

Django tells after a response that its session or token belonged to someone who is signed in. From then on the server
gives requests with the same session or token places and threads that visitors cannot take. A made-up cookie is unknown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from http.cookies import CookieError, SimpleCookie
from importlib import import_module

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import LazyObject

from bankout_tournament.server.secure_cookies import PREFIX

MOST = 2_000
"""More people and programs than ever sign in to one installation on one day."""


class SignedIn:
    """The sessions and tokens that were signed in lately. Only their hashes are remembered."""

    def __init__(self) -> None:
        self._known: dict[bytes, None] = {}

    def remember(self, secret: str) -> None:
        found = _hash(secret)
        self._known.pop(found, None)
        self._known[found] = None
        while len(self._known) > MOST:
            self._known.pop(next(iter(self._known)), None)

    def knows(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """Whether a request with these headers comes from someone who is signed in."""
        if not self._known:
            return False
        return any(_hash(secret) in self._known for secret in secrets_in(headers))


SIGNED_IN = SignedIn()


def found_signed_in(headers: Sequence[tuple[bytes, bytes]], known: SignedIn = SIGNED_IN) -> bool:
    """Ask the database, in a thread of its own, whether a request with these headers is of someone who is signed in.
    From then on that is known."""
    from django.db import connections

    try:
        found = [secret for secret in secrets_in(headers) if _opens_session(secret) or _is_token(secret)]
    finally:
        connections.close_all()
    for secret in found:
        known.remember(secret)
    return bool(found)


def _opens_session(secret: str) -> bool:
    from django.contrib.auth import get_user

    if not secret.isalnum():  # a token's header, or made up
        return False
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(secret)
    return get_user(request).is_active


def _is_token(secret: str) -> bool:
    from matches.accounts.token_services import resolve_token

    scheme, _space, token = secret.partition(" ")
    return scheme.lower() == "token" and resolve_token(token.strip().encode("latin-1", "replace")) is not None


def secrets_in(headers: Iterable[tuple[bytes, bytes]]) -> list[str]:
    """The session and the token that a request shows."""
    found = []
    for name, value in headers:
        if name == b"authorization":
            found.append(value.decode("latin-1"))
        elif name == b"cookie":
            found += [session for session in [session_in(value.decode("latin-1"))] if session]
    return found


def session_in(cookies: str) -> str:
    """The session's key in a Cookie header, over HTTPS under its name there, or an empty string."""
    name = settings.SESSION_COOKIE_NAME
    if name not in cookies:
        return ""
    try:
        found = SimpleCookie(cookies)
    except CookieError:
        return ""
    morsel = found.get(PREFIX.decode() + name) or found.get(name)
    return morsel.value if morsel else ""


def remember_signed_in(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware after authentication: remembers who turned out to be signed in, without a query of its own."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if _is_signed_in(request):
            headers = ((b"authorization", "HTTP_AUTHORIZATION"), (b"cookie", "HTTP_COOKIE"))
            shown = [(name, str(request.META.get(key, "")).encode("latin-1", "replace")) for name, key in headers]
            for secret in secrets_in([(name, value) for name, value in shown if value]):
                SIGNED_IN.remember(secret)
        return response

    return respond


def _is_signed_in(request: HttpRequest) -> bool:
    # With --workers, uvicorn imports this module before Django's set-up, when no model can be imported.
    from django.contrib.auth.base_user import AbstractBaseUser

    user = getattr(request, "_cached_user", None)
    if user is None:
        user = vars(request).get("user")
        if isinstance(user, LazyObject):  # the response did not depend on the user, and asking now would be a query
            return False
    return isinstance(user, AbstractBaseUser) and user.is_active


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("latin-1", "replace")).digest()
