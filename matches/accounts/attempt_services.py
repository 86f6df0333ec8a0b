"""Slows down who guesses passwords: attempts that fail are counted, and further ones have to wait.

axes pauses one name at one address after eight failures. Counted here are many names from one address, one name from
many addresses, and guesses at the current password of a signed-in account. A name that has signed in from the same
address before does not wait for others there: a hall behind one address is not locked out by one guesser.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from axes.models import AccessLog
from django.core.cache import cache
from django.utils.translation import ngettext


@dataclass(frozen=True)
class Limit:
    """At most ``most`` failures in each window of ``seconds``."""

    most: int
    seconds: int


SIGN_INS = (Limit(20, 60), Limit(60, 600))
PASSWORD_CHANGES = (Limit(8, 360),)


def begin_sign_in(*, address: str, username: str) -> int:
    """Count an attempt to sign in before it is made. Return the seconds that it has to wait, or 0."""
    waits = [_begin(key, SIGN_INS) for key in _sign_in_keys(address, username)]
    if not any(waits) or AccessLog.objects.filter(username=username, ip_address=address).exists():
        return 0
    return max(waits)


def end_sign_in(*, address: str, username: str) -> None:
    """Take an attempt back that was right."""
    for key in _sign_in_keys(address, username):
        _forgive(key, SIGN_INS)


def begin_password_change(*, user_id: int) -> int:
    """Count an entry of the current password before it is checked. Return the seconds that it has to wait, or 0."""
    return _begin(f"password:{user_id}", PASSWORD_CHANGES)


def end_password_change(*, user_id: int) -> None:
    """Take an entry back that was right."""
    _forgive(f"password:{user_id}", PASSWORD_CHANGES)


def wait_text(seconds: int) -> str:
    """How long to wait, in seconds or minutes."""
    if seconds <= 90:
        return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
    minutes = -(-seconds // 60)
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}


def _sign_in_keys(address: str, username: str) -> tuple[str, str]:
    return f"address:{address}", f"name:{username.casefold()}"


def _begin(key: str, limits: Sequence[Limit]) -> int:
    """Count before the password is checked, so that attempts at the same moment are counted as well."""
    now, wait = time.time(), 0
    for limit in limits:
        window = _window(key, limit, now)
        cache.add(window, 0, limit.seconds + 5)
        try:
            count = cache.incr(window)
        except ValueError:  # the window has just ended
            continue
        if count > limit.most:
            wait = max(wait, limit.seconds - int(now % limit.seconds))
    return wait


def _forgive(key: str, limits: Sequence[Limit]) -> None:
    for limit in limits:
        window = _window(key, limit, time.time())
        with suppress(ValueError):  # the window has just ended
            if cache.get(window, 0) > 0:
                cache.incr(window, -1)


def _window(key: str, limit: Limit, now: float) -> str:
    return f"attempts:{_safe(key)}:{limit.seconds}:{int(now // limit.seconds)}"


def _safe(key: str) -> str:
    """A key of a cache: names that people type may be long and hold any character."""
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()[:32]
