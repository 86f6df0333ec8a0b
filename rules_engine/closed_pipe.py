"""End a command in one line, without a traceback, when its output cannot be written to its end.

The reader may close the output early, as in ``… | head -1``, or the place may take no more, such as a full disk.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

UNREAD = 1
"""The exit status when the output was not written to its end; Python itself uses the same for a closed pipe."""

_TAKES_NO_MORE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


@contextmanager
def until_closed() -> Iterator[None]:
    """Print inside this context; the output is flushed at its end, also where the command ends itself.

    Raises:
        SystemExit: with status 1, if the output was closed before all of it was read, or could not be written. The
            second is said in one line on standard error.
    """
    if sys.stdout is None:  # closed before the command began
        _say("it is closed")
        raise SystemExit(UNREAD)
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _give_up(sys.stdout.fileno(), sys.stderr.fileno())
    except OSError as error:
        if error.errno not in _TAKES_NO_MORE:
            raise
        _say(error.strerror or str(error))
        _give_up(sys.stdout.fileno())


def _say(reason: str) -> None:
    with contextlib.suppress(OSError, AttributeError):  # standard error may be full or closed, too
        sys.stderr.write(f"The output could not be written: {reason}.\n")
        sys.stderr.flush()


def _give_up(*descriptors: int) -> None:
    """End the command. What is still buffered has nowhere to go, and Python would try to send it at its own end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for descriptor in descriptors:
        os.dup2(nowhere, descriptor)
    raise SystemExit(UNREAD) from None
