"""The lock that tells whether the data is in use.

Each process that works with the data shares the lock as long as it runs; a restore needs it alone. It is a lock of the
system (``flock``), so it ends with the process, however the process ends.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from matches.jobs.processes import Process, named, with_open

PATIENCE = 60.0
"""Seconds that a starting process waits for a restore to finish."""

_held: dict[Path, int] = {}
"""The lock files that this process has open, with their descriptors."""
_changing = threading.Lock()


class DataInUseError(Exception):
    """Others use the data. The sentence names them."""

    def __init__(self, message: str, processes: list[Process]) -> None:
        super().__init__(message)
        self.processes = processes


def lock_beside(database: Path) -> Path:
    """The lock file of a database that is a file."""
    database = database.resolve()
    return database.with_name(f"{database.name}.lock")


def lock_in(folder: Path) -> Path:
    """The lock file of a data directory whose database is on a server."""
    return folder / "in-use.lock"


def run_lock_in(folder: Path) -> Path:
    """The lock file that ``script/run`` holds in its data directory, and the processes that it starts with it."""
    return folder / "run.lock"


def share(path: Path, *, patience: float = PATIENCE) -> None:
    """Hold the lock beside others until this process ends. Wait for a restore; raise DataInUseError in the end."""
    with _changing:
        if path not in _held:
            _held[path] = _open_locked(path, fcntl.LOCK_SH, patience, "The data is being restored by")


def take_alone(path: Path, *, patience: float) -> int:
    """Take the lock for this process alone and return its descriptor. Raise DataInUseError if others keep it."""
    return _open_locked(path, fcntl.LOCK_EX, patience, "The data is in use by")


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold the lock alone for a while; this process must not share it yet. Raise DataInUseError if others hold it."""
    with _changing:
        _held[path] = take_alone(path, patience=0.0)
    try:
        yield
    finally:
        with _changing:
            os.close(_held.pop(path))


def _open_locked(path: Path, kind: int, patience: float, problem: str) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if not _locked(handle, kind, patience):
        os.close(handle)
        found = with_open(path)
        raise DataInUseError(f"{problem} {named(found)}.", found)
    return handle


def _locked(handle: int, kind: int, patience: float) -> bool:
    """Try to lock until it succeeds or the patience is over."""
    end = time.monotonic() + patience
    while True:
        with suppress(BlockingIOError):
            fcntl.flock(handle, kind | fcntl.LOCK_NB)
            return True
        if time.monotonic() >= end:
            return False
        time.sleep(0.05)
