"""No test leaves a session open on PostgreSQL: a watch over the sessions of the test database.

PostgreSQL refuses to delete a database that somebody is connected to, so one connection that a thread or a process
keeps fails the teardown of the whole run. The watch finds it after the test that opened it. Connections that wait in
this process's pool are expected; so is the one of the main thread.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.backends.utils import CursorWrapper

SESSION_PATIENCE = 60.0
"""Seconds in which a session that is being closed must have ended."""
SESSIONS = """
    SELECT application_name, state, query FROM pg_stat_activity
    WHERE datname = %s AND backend_type = 'client backend'
"""


class SessionWatch:
    """Counts the sessions of the test database through a connection of its own, to another database."""

    def __init__(self, cursor: CursorWrapper) -> None:
        self.cursor = cursor
        self.known = 0

    def complaint(self, patience: float = SESSION_PATIENCE) -> str:
        """Wait for the sessions of other threads and processes to end.

        Returns a text that lists the sessions if one more than after the test before is left, otherwise "".
        """
        end = time.monotonic() + patience
        while (found := self._leftover())[0] > self.known and time.monotonic() < end:
            time.sleep(0.02)
        count, sessions = found
        more, self.known = count > self.known, count
        return f"leaves a session open on the database. Its sessions: {sessions}" if more else ""

    def _leftover(self) -> tuple[int, list[tuple[str, ...]]]:
        """How many sessions belong to other threads and processes, and all sessions."""
        waiting = connection.pool.get_stats()["pool_available"] if connection.pool else 0
        self.cursor.execute(SESSIONS, [connection.settings_dict["NAME"]])
        sessions = self.cursor.fetchall()
        return len(sessions) - waiting - (connection.connection is not None), sessions


@contextmanager
def watched_sessions() -> Iterator[SessionWatch | None]:
    """The watch on PostgreSQL; None on SQLite, which has no sessions."""
    if connection.vendor != "postgresql":
        yield None
        return
    with connection._nodb_cursor() as cursor:
        yield SessionWatch(cursor)
