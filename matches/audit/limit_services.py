"""Counts what is tried in windows of time, in the shared cache: who tries too often has to wait."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from django.core.cache import cache
from django.utils.translation import ngettext


@dataclass(frozen=True)
class Limit:
    """At most ``most`` attempts in each window of ``seconds``."""

    most: int
    seconds: int


def wait_text(seconds: int) -> str:
    """How long to wait, in seconds or minutes."""
    if seconds <= 90:
        return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
    minutes = -(-seconds // 60)
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}


def begin(key: str, limits: Sequence[Limit]) -> int:
    """Count an attempt before it is made, so that those at the same moment are counted as well. Return the seconds that
    it has to wait, or 0.
    """
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


def forgive(key: str, limits: Sequence[Limit]) -> None:
    """Take an attempt back that was right."""
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
