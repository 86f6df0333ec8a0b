"""Notes whether a request has stored anything, so that a failure can say so truthfully.

*Nothing was stored* is said only if that is certain: no transaction with a write was committed, and no write outside a
transaction may have reached the database. A connection that is lost during COMMIT leaves that open, so then it is not
said.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase

SAFE_METHODS = ("GET", "HEAD", "OPTIONS", "TRACE")
READS = ("SELECT", "BEGIN", "SAVEPOINT", "RELEASE", "ROLLBACK", "PRAGMA", "SET", "SHOW", "EXPLAIN")
ATTRIBUTE = "write_watch"


class WriteWatch:
    """Sees the statements of one request (``connection.execute_wrapper``)."""

    def __init__(self) -> None:
        self.stored = False
        self.wrote = False
        self.failed: BaseException | None = None

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        database = context["connection"]
        writes = not sql.lstrip(" (").upper().startswith(READS)
        alone = writes and not database.in_atomic_block
        try:
            result = execute(sql, params, many, context)
        except BaseException as error:
            self.failed = error
            # PostgreSQL may have carried the statement out before the connection was lost. SQLite has undone it.
            self.stored |= alone and database.vendor != "sqlite"
            raise
        if alone:
            self.stored = True
        elif writes:
            self.wrote = True
            database.on_commit(self._committed)
        return result

    def _committed(self) -> None:
        self.stored = True

    def may_have_stored(self, error: BaseException | None) -> bool:
        """Whether the request that ended with this exception may have stored something."""
        if self.stored:
            return True
        # On SQLite a COMMIT that fails is rolled back. Elsewhere its answer may have been lost.
        return self.wrote and connection.vendor != "sqlite" and not self._comes_from_statement(error)

    def _comes_from_statement(self, error: BaseException | None) -> bool:
        """Whether a statement failed, so that COMMIT was never sent."""
        while error is not None:
            if error is self.failed:
                return True
            error = error.__cause__ or error.__context__
        return False


class WatchWrites:
    """The middleware that watches requests that may write."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method in SAFE_METHODS:
            return self.get_response(request)
        watch = WriteWatch()
        setattr(request, ATTRIBUTE, watch)
        with connection.execute_wrapper(watch):
            return self.get_response(request)


def may_have_stored(request: HttpRequest, error: BaseException | None) -> bool:
    """Whether the request that failed may have stored something; True if it was not watched."""
    watch: WriteWatch | None = getattr(request, ATTRIBUTE, None)
    return watch is None or watch.may_have_stored(error)
