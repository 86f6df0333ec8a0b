"""The secret key of an installation that was given none."""

from __future__ import annotations

import fcntl
import os
import secrets
from pathlib import Path


def kept_key(folder: Path) -> str:
    """The key in the data directory, created on the first run (mode 600)."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder / "secret_key", os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(handle, "r+", encoding="ascii") as file:
        # Two processes that start together must have one key: the second waits until the first has written it.
        fcntl.flock(file, fcntl.LOCK_EX)
        key = file.read().strip()
        if not key:
            key = secrets.token_urlsafe(50)
            file.write(key)
    return key
