"""A request that makes something, sent twice with the same ``Idempotency-Key``, makes it once and answers the same.

The key is a UUID that the program chooses for the act, not for the attempt. What is kept is what was made and a
fingerprint of the request: the same key with something else in it is a fault of the program, and is told.
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


def create_once(request: Request, make: Callable[[], str], show: Callable[[str], Any]) -> Response:
    """201 with ``show`` of what ``make`` made: a short name for it, such as its number or address.

    A repeated request is answered from the name alone, with ``Idempotent-Replay: true``. Raises what ``make`` raises
    (the key may then be sent again) and ``Refused`` for a key that was used for something else.
    """
    key = _key(request)
    if key is None:
        return Response(show(make()), status=201)
    print_ = fingerprint(request)
    user = request.user if isinstance(request.user, User) else None
    stored, now = send_once(key=key, user=user, do=lambda: f"{print_} {make()}")
    known, _space, name = stored.partition(" ")
    if known != print_:
        message = _("This Idempotency-Key was sent before with something else. Choose a new one for each act.")
        raise Refused("key_used_before", message, parameter=HEADER)
    headers = None if now else {"Idempotent-Replay": "true"}
    return Response(show(name), status=201, headers=headers)


def fingerprint(request: Request) -> str:
    """64 hexadecimal digits over who asks, the method, the address and what was sent."""
    data = request.data
    sent = data.hex() if isinstance(data, bytes) else json.dumps(data, sort_keys=True)
    parts = [str(request.user.pk), str(request.method), request.get_full_path(), sent]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _key(request: Request) -> uuid.UUID | None:
    given = request.headers.get(HEADER)
    if given is None:
        return None
    try:
        return uuid.UUID(given)
    except ValueError:
        raise ValidationError({HEADER: [_("This is no UUID.")]}) from None
