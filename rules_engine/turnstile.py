"""Lets one request at a time do long work in a process, so that all other requests share the rest of the processor.

The others wait here, in the order that the lock gives; who would wait too long is told to come back.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

MOST_WAITING = 3
"""Requests that wait at one time. Each holds one of the six places that visitors have, so some stay free for phones."""
PATIENCE = 8.0
"""Seconds that one of them waits."""
COME_BACK = 5
"""Seconds after which a request that was sent away may come back."""

_at_work = threading.Lock()
_places = threading.BoundedSemaphore(MOST_WAITING + 1)


class Busy(Exception):  # noqa: N818 - it is an answer, not a fault
    """Too many requests wait already, or this one has waited long enough. ``after`` is when to come back."""

    after = COME_BACK


@contextmanager
def turnstile() -> Iterator[None]:
    """Do long work inside. Raises ``Busy`` instead of waiting any longer."""
    if not _places.acquire(blocking=False):
        raise Busy
    try:
        if not _at_work.acquire(timeout=PATIENCE):
            raise Busy
        try:
            yield
        finally:
            _at_work.release()
    finally:
        _places.release()
