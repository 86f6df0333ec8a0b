"""What many tests begin with is made once: the next test is given the same rows, and a copy of what the maker returned.

An event with a running round takes hundreds of statements to make, and some fifteen to put back. A worker makes another
when the one it has is a few seconds old, because clocks run in it, and where its tables are not empty.
"""

from __future__ import annotations

import functools
import pickle
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from django.apps import apps
from django.core.cache import cache
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model
from django.utils import timezone

from matches.insert_only import ChainHead

P = ParamSpec("P")
T = TypeVar("T")
SECONDS = 5.0
"""A round whose clock was started so long ago is still at its beginning."""
FIXED = {"django_content_type", "auth_permission", "django_site"}
"""Tables that are filled with the migrations."""
NOW = timezone.now


@dataclass(frozen=True)
class Rows:
    """The rows of a table."""

    table: str
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]

    def insert(self) -> None:
        names = ", ".join(map(connection.ops.quote_name, self.columns))
        places = ", ".join(["%s"] * len(self.columns))
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {self.table} ({names}) VALUES ({places})", self.rows)  # noqa: S608 - table names


@dataclass(frozen=True)
class Kept:
    """The rows that a maker stored, and a pickle of what it returned."""

    made: float
    tables: list[Rows]
    returned: bytes

    def usable(self, seconds: float) -> bool:
        """Whether it is younger than that, and its rows have room."""
        return time.monotonic() - self.made < seconds and empty(rows.table for rows in self.tables)

    def put_back(self) -> Any:
        cache.clear()  # it knows things by their numbers, which come again
        for rows in self.tables:
            rows.insert()
        return pickle.loads(self.returned)  # noqa: S301 - this process pickled it


def kept(make: Callable[P, T]) -> Callable[P, T]:
    """Let the maker run only where the rows of an earlier call cannot be put back.

    What it stores refers to nothing that was there before. Outside a test's transaction it runs: a server has its own
    copies of pages.
    """
    return kept_for(SECONDS)(make)


def kept_for(seconds: float) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """As ``kept``, for tests in which it does not matter that a clock has run for so long."""
    return functools.partial(_kept, seconds=seconds)


def _kept(make: Callable[P, T], seconds: float) -> Callable[P, T]:
    there: dict[str, Kept] = {}

    @functools.wraps(make)
    def made(*args: P.args, **given: P.kwargs) -> T:
        about = any(isinstance(value, Model) for value in (*args, *given.values()))
        if about or not connection.in_atomic_block or timezone.now is not NOW:
            return make(*args, **given)
        key = f"{args} {given}"
        if key in there and there[key].usable(seconds):
            found: T = there[key].put_back()
            return found
        before = counts()
        returned = make(*args, **given)
        after = counts()
        if all(after[table] == number for table, number in before.items() if number):
            filled = [table for table, number in after.items() if number and not before[table]]
            there[key] = Kept(time.monotonic(), [stored(table) for table in filled], pickle.dumps(returned))
        return returned

    return made


@functools.cache
def tables() -> list[str]:
    """The tables that are empty after the migrations, in the order in which rows can be put into them."""
    noted = {
        operation.head
        for migration in MigrationLoader(None).disk_migrations.values()
        for operation in migration.operations
        if isinstance(operation, ChainHead)
    }  # a trigger fills these
    models = apps.get_models(include_auto_created=True)
    return [model._meta.db_table for model in models if model._meta.db_table not in FIXED | noted]


def counts() -> dict[str, int]:
    """How many rows each table has."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(f'(SELECT count(*) FROM {name})' for name in tables())}")  # noqa: S608 - table names
        return dict(zip(tables(), cursor.fetchone(), strict=True))


def empty(names: Iterable[str]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {' OR '.join(f'EXISTS (SELECT 1 FROM {name})' for name in names) or 'false'}")  # noqa: S608 - table names
        return not cursor.fetchone()[0]


def stored(name: str) -> Rows:
    """All rows of a table; those of a chain are in its order."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {name} ORDER BY 1")  # noqa: S608 - table names
        return Rows(name, tuple(column[0] for column in cursor.description), cursor.fetchall())
