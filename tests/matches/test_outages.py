"""What the drivers' errors mean, also behind the exceptions that are raised around them."""

from __future__ import annotations

import errno
import sqlite3

import psycopg
import pytest
from psycopg_pool import PoolTimeout

from matches.outages import Outage, outage_of


def of_sqlite(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("of the test")
    error.sqlite_errorcode = code  # type: ignore[misc]
    return error


def test_an_error_means_an_outage_or_none(subtests: pytest.Subtests) -> None:
    for error, outage in [
        (of_sqlite(sqlite3.SQLITE_BUSY), Outage.BUSY),
        (of_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT), Outage.BUSY),
        (of_sqlite(sqlite3.SQLITE_FULL), Outage.DISK_FULL),
        (of_sqlite(sqlite3.SQLITE_READONLY), Outage.DISK_FULL),
        (of_sqlite(sqlite3.SQLITE_IOERR_SHMSIZE), Outage.DISK_FULL),
        (of_sqlite(sqlite3.SQLITE_IOERR_READ), Outage.AWAY),
        (of_sqlite(sqlite3.SQLITE_CANTOPEN), Outage.AWAY),
        (of_sqlite(sqlite3.SQLITE_ERROR), None),
        (of_sqlite(sqlite3.SQLITE_CONSTRAINT), None),
        (psycopg.OperationalError("the connection is lost"), Outage.AWAY),
        (psycopg.InterfaceError("the connection is closed"), Outage.AWAY),
        (psycopg.errors.AdminShutdown(), Outage.AWAY),
        (psycopg.errors.CannotConnectNow(), Outage.AWAY),
        (psycopg.errors.TooManyConnections(), Outage.AWAY),
        (psycopg.errors.DiskFull(), Outage.DISK_FULL),
        (psycopg.errors.DeadlockDetected(), Outage.BUSY),
        (psycopg.errors.LockNotAvailable(), Outage.BUSY),
        (psycopg.errors.UniqueViolation(), None),
        (psycopg.errors.UndefinedTable(), None),
        (PoolTimeout("no connection after 5 seconds"), Outage.AWAY),
        (OSError(errno.ENOSPC, "No space left on device"), Outage.DISK_FULL),
        (OSError(errno.ENOENT, "No such file"), None),
        (ValueError("a bug"), None),
        (None, None),
    ]:
        with subtests.test(error=error, outage=outage):
            assert outage_of(error) is outage


def test_an_outage_is_found_behind_other_exceptions() -> None:
    outer, cause = RuntimeError("around it"), of_sqlite(sqlite3.SQLITE_BUSY)
    outer.__cause__ = cause
    assert outage_of(outer) is Outage.BUSY
    context = RuntimeError("while it was handled")
    context.__context__ = outer
    assert outage_of(context) is Outage.BUSY
