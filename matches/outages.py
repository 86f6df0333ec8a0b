"""Tells from an exception what the tool cannot reach: a busy or absent database, a full disk.

Such a failure is no bug: it passes, and the request can be repeated. The drivers' own errors are read by their codes,
through the exceptions that Django and others raise around them.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from enum import Enum


class Outage(Enum):
    """What is missing. The value is the code that the API answers with."""

    BUSY = "database_busy"
    AWAY = "database_away"
    DISK_FULL = "disk_full"


SQLITE_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
SQLITE_UNWRITABLE = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}
SQLITE_UNREACHABLE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR}
SQLITE_NO_SPACE = {sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE}
"""Input and output errors that mean no space: a quota or size limit, and the shared index that cannot be enlarged."""

POSTGRES_BUSY = {"40001", "40P01", "55P03", "57014"}
POSTGRES_DISK_FULL = {"53100"}
POSTGRES_AWAY = ("08", "53", "57P", "25006")
"""Classes of codes: connection failures, missing resources, a server that stops or starts, and one that only reads."""

NO_SPACE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def outage_of(error: BaseException | None) -> Outage | None:
    """Return the outage behind an exception, or None for any other failure."""
    return next((found for each in _chain(error) if (found := _outage(each))), None)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _outage(error: BaseException) -> Outage | None:
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(getattr(error, "sqlite_errorcode", None))
    if type(error).__module__.partition(".")[0] in {"psycopg", "psycopg_pool"}:
        return _of_postgres(error)
    if isinstance(error, OSError) and error.errno in NO_SPACE:
        return Outage.DISK_FULL
    return None


def _of_sqlite(code: int | None) -> Outage | None:
    if code is None:
        return None
    kind = code & 0xFF  # the rest of an extended code tells details
    if kind in SQLITE_BUSY:
        return Outage.BUSY
    if kind in SQLITE_UNWRITABLE or code in SQLITE_NO_SPACE:
        return Outage.DISK_FULL
    return Outage.AWAY if kind in SQLITE_UNREACHABLE else None


def _of_postgres(error: BaseException) -> Outage | None:
    state = getattr(error, "sqlstate", None)
    if state is None:  # the driver's own: no connection, a lost one, or none free in the pool
        lost = any(base.__name__ == "OperationalError" for base in type(error).__mro__)
        return Outage.AWAY if lost or "connection is closed" in str(error) else None
    if state in POSTGRES_BUSY:
        return Outage.BUSY
    if state in POSTGRES_DISK_FULL:
        return Outage.DISK_FULL
    return Outage.AWAY if state.startswith(POSTGRES_AWAY) else None
