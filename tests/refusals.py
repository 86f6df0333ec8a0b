"""Nothing is refused after writing: a watch over every change that a test makes.

A service checks everything before its first write, so that a refusal inside another change leaves nothing half done.
The watch notes each statement that writes inside an open change, and complains about a ``Refused`` that is made while
such a statement stands. What a savepoint took back does not stand: a row that the database refused, for instance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from matches.audit.services import current_change
from matches.errors import Refused

WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE)\b", re.IGNORECASE)
SAVEPOINT = re.compile(r'\s*(ROLLBACK TO SAVEPOINT|RELEASE SAVEPOINT|SAVEPOINT) "?(\w+)"?', re.IGNORECASE)


class WriteWatch:
    """The writes of the open change, with the savepoints between them, and the refusals that came after a write."""

    def __init__(self) -> None:
        self.change: object = None
        self.statements: list[tuple[str, str]] = []
        self.complaints: list[str] = []

    def execute(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """See each statement before it runs."""
        self._see(sql)
        return execute(sql, params, many, context)

    def refused(self, code: str) -> None:
        """Note a refusal that comes too late."""
        self._follow_change()
        written = [text for kind, text in self.statements if kind == "write"]
        if self.change is not None and written:
            self.complaints.append(f"{code} was refused after: {written[-1][:120]}")

    def _follow_change(self) -> None:
        innermost = current_change()
        outermost = innermost.outermost if innermost else None
        if outermost is not self.change:
            self.change, self.statements = outermost, []

    def _see(self, sql: str) -> None:
        self._follow_change()
        if self.change is None:
            return
        if WRITES.match(sql):
            self.statements.append(("write", sql))
        elif found := SAVEPOINT.match(sql):
            kind, name = found[1].upper(), found[2]
            if kind == "SAVEPOINT":
                self.statements.append(("savepoint", name))
            elif kind == "ROLLBACK TO SAVEPOINT" and ("savepoint", name) in self.statements:
                del self.statements[self.statements.index(("savepoint", name)) :]


@contextmanager
def watched_refusals(patch: pytest.MonkeyPatch) -> Iterator[WriteWatch]:
    """Watch every refusal inside."""
    watch = WriteWatch()
    make = Refused.__init__

    def made(refused: Refused, code: str, *args: Any, **more: Any) -> None:
        watch.refused(code)
        make(refused, code, *args, **more)

    patch.setattr(Refused, "__init__", made)
    with connection.execute_wrapper(watch.execute):
        yield watch
