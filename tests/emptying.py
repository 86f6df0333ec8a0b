"""Empties the database after a test that committed: only the tables that hold rows, and not those of the migrations.

Django's own flush empties all of them, and fills content types and permissions again. Triggers rightly refuse that a
log loses its rows, so they are lifted for just that moment.
"""

from __future__ import annotations

import functools
from itertools import count

from django.db import connection, transaction

FIXED = {"django_content_type", "auth_permission", "django_site"}
"""Tables that are filled with the migrations."""
RENEWED_EVERY = 25
"""On PostgreSQL deleted rows stay in the files of their tables until these are truncated."""

_times = count(1)


@functools.cache
def tables() -> list[str]:
    found = connection.introspection.django_table_names(only_existing=False, include_views=False)
    return sorted(set(found) - FIXED)


def filled() -> list[str]:
    """The tables that hold rows."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(f'EXISTS (SELECT 1 FROM {name})' for name in tables())}")  # noqa: S608 - table names
        return [name for name, is_filled in zip(tables(), cursor.fetchone(), strict=True) if is_filled]


def empty_database() -> None:
    (_empty_on_server if connection.vendor == "postgresql" else _empty_file)(filled())


def _empty_on_server(names: list[str]) -> None:
    """As a replica does it, on which neither triggers nor foreign keys ask."""
    statements = [f"DELETE FROM {name}" for name in names]  # noqa: S608 - table names
    if next(_times) % RENEWED_EVERY == 0:
        statements = [f"TRUNCATE {', '.join(tables())}"]
    role = "SET session_replication_role = "
    with connection.cursor() as cursor:
        cursor.execute("; ".join([f"{role}replica", *statements, f"{role}origin"]))


def _empty_file(names: list[str]) -> None:
    listed = ", ".join(f"'{name}'" for name in names)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ({listed})")  # noqa: S608 - table names
        triggers = cursor.fetchall()
        for name, _made in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        for name in names:
            cursor.execute(f"DELETE FROM {name}")  # noqa: S608 - table names
        for _name, made in triggers:
            cursor.execute(made)
