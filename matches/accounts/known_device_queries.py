"""The cookie of a device that has signed in: it says with which names, and opens nothing.

Such a device does not wait for what others do with a name. It is counted by itself (``attempt_services``), so that the
cookie does not help to guess either.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest
from django.http.response import HttpResponseBase

COOKIE = "device"
KEPT = 180 * 24 * 3600
MOST_NAMES = 12
"""Names of one device: a desk's laptop has several people."""


def known_device(request: HttpRequest, username: str) -> str:
    """The number of the device, if it has signed in with this name before; else an empty string."""
    device, names = _read(request)
    return device if _short(username) in names else ""


def is_on_known_device(request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
    """Whether axes leaves an attempt to sign in alone (``AXES_WHITELIST_CALLABLE``)."""
    username = (credentials or {}).get("username") or request.POST.get("username", "")
    return bool(username and known_device(request, str(username)))


def remember_device(request: HttpRequest, response: HttpResponseBase, username: str) -> None:
    """Note in the device's cookie that it has signed in with this name."""
    device, names = _read(request)
    name = _short(username)
    kept = [name, *(other for other in names if other != name)][:MOST_NAMES]
    response.set_signed_cookie(
        COOKIE,
        json.dumps([device or uuid4().hex, *kept], separators=(",", ":")),
        salt=COOKIE,
        max_age=KEPT,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        device, *names = json.loads(request.get_signed_cookie(COOKIE, salt=COOKIE, max_age=KEPT) or "")
    except (KeyError, BadSignature):
        return "", []
    return device, names


def _short(username: str) -> str:
    """A name without saying it: a borrowed device gives away no names."""
    return hashlib.sha256(username.casefold().encode(errors="replace")).hexdigest()[:16]
