"""End a command without a traceback when its output is closed early, as by ``… | head -1``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

UNREAD = 1
"""The exit status when the output was closed early; Python itself uses the same."""


@contextmanager
def until_closed() -> Iterator[None]:
    """Print inside this context; the output is flushed at its end.

    Raises:
        SystemExit: with status 1, if the output was closed before all of it was read.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # What is still buffered has nowhere to go, and Python would try to send it once more at its own end.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            os.dup2(nowhere, stream.fileno())
        raise SystemExit(UNREAD) from None
