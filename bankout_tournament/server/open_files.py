"""The open files that this process may have, and how many of them connections get."""

from __future__ import annotations

import resource
from typing import NamedTuple

IN_RESERVE = 128
"""What no connection gets: three files for each thread with an SQLite database, static files, backups, logs."""
DESK = 64
"""Connections that only people who are signed in get."""


class Capacity(NamedTuple):
    """Connections for everybody, and those for people who are signed in alone."""

    visitors: int
    desk: int

    @property
    def all(self) -> int:
        return self.visitors + self.desk


def raise_limit() -> int:
    """Raise the soft limit to the hard limit, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (ValueError, OSError):  # macOS says "unlimited" and refuses to set it
        return soft
    return hard


def limit() -> int:
    """The soft limit on open files."""
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def capacity_for(files: int, most: int) -> Capacity:
    """How many connections fit into so many open files, and at most ``most``."""
    allowed = most if files == resource.RLIM_INFINITY else max(2, min(most, files - IN_RESERVE))
    desk = min(DESK, allowed // 4)
    return Capacity(allowed - desk, desk)
