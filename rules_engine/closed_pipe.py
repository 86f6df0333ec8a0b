"""For commands whose reader may have seen enough: ``… | head -1`` ends them without a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

UNREAD = 1
"""The exit status when the output was not read to its end: what Python itself ends with then."""


@contextmanager
def until_closed() -> Iterator[None]:
    """Print inside; everything is sent at the end. Raises SystemExit (1) once nobody reads the output any more."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # What is still buffered has nowhere to go, and Python would try to send it once more at its own end.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            os.dup2(nowhere, stream.fileno())
        raise SystemExit(UNREAD) from None
