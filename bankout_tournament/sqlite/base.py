"""The database backend of the embedded default.

A process that connects shares the lock of the data as long as it runs, so that no backup is restored beneath it.

Django still assumes at most 999 parameters for a statement, SQLite's limit before 3.32 (2020). Now it is 32,766.
A round of a thousand players is stored in two statements instead of ten.

Reading goes on with a full disk. SQLite reads through an index in shared memory, a file beside the database. The last
connection deletes it, and the next one creates it, which takes room. ``hold_open`` keeps that file for as long as the
process runs. A process that starts on a full disk, where the file is missing, reads the database as an unchanging one.
"""

from __future__ import annotations

import logging
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base, features

from bankout_tournament.sqlite.schema import DatabaseSchemaEditor
from matches.jobs.data_lock import lock_beside, share
from matches.outages import Outage, outage_of

logger = logging.getLogger(__name__)

_held: list[sqlite3.Connection] = []


def hold_open(name: str) -> None:
    """Keep one connection to a database open that holds no lock, until the process ends."""
    try:
        connection = sqlite3.connect(_address(name, "mode=rw"), uri=True, check_same_thread=False)
        connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        logger.warning("the database could not be held open: %s", error)
    else:
        _held.append(connection)


def _address(name: str, terms: str) -> str:
    return f"{Path(name).absolute().as_uri()}?{terms}"


class DatabaseFeatures(features.DatabaseFeatures):
    max_query_params = 32_766


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures
    SchemaEditorClass = DatabaseSchemaEditor

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if not self.is_in_memory_db():
            with suppress(OSError):  # a disk on which no lock file can be made has no room for a restore either
                share(lock_beside(Path(conn_params["database"])))
        try:
            return super().get_new_connection(conn_params)
        except sqlite3.Error as error:
            if outage_of(error) is not Outage.DISK_FULL or not _is_whole(conn_params["database"]):
                raise
        address = _address(conn_params["database"], "mode=ro&immutable=1")
        return super().get_new_connection({**conn_params, "database": address, "uri": True})


def _is_whole(name: str) -> bool:
    """Whether everything is in the database file itself, and nothing in a log beside it that would be passed over."""
    log = Path(f"{name}-wal")
    return not log.exists() or log.stat().st_size == 0
