"""The watch over PostgreSQL's sessions finds a connection that a thread keeps."""

from __future__ import annotations

from threading import Event, Thread

import pytest
from django.db import connection

from tests.patience import PATIENCE
from tests.sessions import watched_sessions

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def test_a_connection_that_a_thread_keeps_is_reported_until_it_is_closed() -> None:
    opened, close = Event(), Event()

    def keep_a_connection() -> None:
        connection.ensure_connection()
        opened.set()
        close.wait(PATIENCE)
        connection.close()

    thread = Thread(target=keep_a_connection)
    with watched_sessions() as watch:
        if watch is None:  # SQLite has no sessions
            return
        assert watch.complaint() == ""
        thread.start()
        assert opened.wait(PATIENCE)
        assert "leaves a session open" in watch.complaint(patience=0.1)
        assert watch.complaint(patience=0.1) == ""  # only the first test is blamed
        close.set()
        thread.join(PATIENCE)
        assert watch.complaint() == ""
        assert watch.known == 0
