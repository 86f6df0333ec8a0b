"""Tell other processes that this one works with the data, as long as it runs."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import connection

from matches.jobs.data_lock import lock_beside, lock_in, share


def hold_data() -> None:
    """Share the lock of the data; wait while a backup is being restored."""
    embedded = Path(connection.settings_dict["NAME"]) if settings.EMBEDDED else None
    with suppress(OSError):  # a disk on which no lock file can be made has no room for a restore either
        share(lock_beside(embedded) if embedded else lock_in(settings.DATA_DIR))
