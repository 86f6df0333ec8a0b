"""A creating request that is sent twice with the same ``Idempotency-Key`` creates one object and answers the same.

The key is a UUID that the client chooses once per object, not per attempt. The name of the object and a fingerprint of
the request are stored with it: a different request with the same key is refused.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from matches.audit.submission_services import send_once
from matches.errors import Refused
from matches.models import User

HEADER = "Idempotency-Key"
REPLAY = {"Idempotent-Replay": "true"}


def create_once(
    request: Request, make: Callable[[], str], show: Callable[[str], Any], *, status: int = 201
) -> Response:
    """Answer with ``show(name)``, where ``make`` returns a short name of what it made: its number or address.

    A repeated request is answered from the stored name, with ``Idempotent-Replay: true``. Raises what ``make`` raises
    (the key may then be sent again), and ``Refused`` for a key that was used for a different request.
    """
    name, now = named_once(request, make)
    return Response(show(name), status=status, headers=None if now else REPLAY)


def named_once(request: Request, do: Callable[[], str], *, part: str = "") -> tuple[str, bool]:
    """Return the name that ``do`` returned for the request's key, and whether it ran now; raises as ``create_once``
    does. A request of several acts names each of them in ``part``.
    """
    key = _key(request)
    if key is None:
        return do(), True
    return _once(request, uuid.uuid5(key, part) if part else key, do)


def act_once(request: Request, act: Callable[[], object]) -> bool:
    """Perform an action, once for its key. Return whether it was performed now; raises as ``create_once`` does."""

    def do() -> str:
        act()
        return ""

    return named_once(request, do)[1]


def _once(request: Request, key: uuid.UUID, do: Callable[[], str]) -> tuple[str, bool]:
    """Return the name that ``do`` returned for this key, and whether it ran now."""
    print_ = fingerprint(request)
    user = request.user if isinstance(request.user, User) else None
    stored, now = send_once(key=key, user=user, do=lambda: f"{print_} {do()}")
    known, _space, name = stored.partition(" ")
    if known != print_:
        message = _("This Idempotency-Key was already used for a different request. Use a new key for each request.")
        raise Refused("key_used_before", message, parameter=HEADER)
    return name, now


def fingerprint(request: Request) -> str:
    """Return 64 hexadecimal digits over the sender, the method, the address and the body."""
    data = request.data
    sent = data.hex() if isinstance(data, bytes) else json.dumps(data, sort_keys=True)
    parts = [str(request.user.pk), str(request.method), request.get_full_path(), sent]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _key(request: Request) -> uuid.UUID | None:
    key = request.headers.get(HEADER)
    if key is None:
        return None
    try:
        return uuid.UUID(key)
    except ValueError:
        raise ValidationError({HEADER: [_("This is not a UUID.")]}) from None
