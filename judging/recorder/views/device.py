"""The device behind a request: one of them writes a record, the others read along."""

from __future__ import annotations

import hashlib
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

DEVICE_DAYS = 30
"""For so long a browser is the same device to a person who signs in again."""


def device_of(request: HttpRequest) -> str:
    """The device behind a request: a browser and the person who is signed in."""
    known = request.get_signed_cookie(_cookie(request), default="")
    key = request.session.session_key or ""
    return known or (hashlib.sha256(key.encode()).hexdigest()[:16] if key else "")


def _cookie(request: HttpRequest) -> str:
    return f"device-{request.user.pk}"


def with_device(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let the browser be the same device after the next sign-in, so that nobody has to take a record over again."""
    response.set_signed_cookie(
        _cookie(request),
        device_of(request),
        max_age=timedelta(days=DEVICE_DAYS),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response
