"""Empties the database after a test that committed: only the tables that hold rows, and not those of the migrations.

Django's own flush empties all of them, and fills content types and permissions again. Triggers rightly refuse that a
log loses its rows, so they are lifted for just that moment. A test that exchanges triggers gets them back as well: the
next one on this database finds those of the migrations.
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


def triggers() -> dict[str, tuple[str, str]]:
    """The table of each trigger, and the statement that makes it."""
    listed = "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'"
    if connection.vendor == "postgresql":
        listed = (
            "SELECT tgname, tgrelid::regclass::text, pg_get_triggerdef(oid) FROM pg_trigger "
            "WHERE NOT tgisinternal AND tgrelid::regclass::text NOT LIKE 'pg_%'"
        )
    with connection.cursor() as cursor:
        cursor.execute(listed)
        return {name: (table, made) for name, table, made in cursor.fetchall()}


@functools.cache
def migrated_triggers() -> dict[str, tuple[str, str]]:
    """Those of the migrations: the first call comes before the first test."""
    return triggers()


def empty_database() -> None:
    (_empty_on_server if connection.vendor == "postgresql" else _empty_file)(filled())
    _put_triggers_back()


def _put_triggers_back() -> None:
    now, before = triggers(), migrated_triggers()
    if now == before:
        return
    on = " ON {table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for name in now.keys() - {name for name in before if now.get(name) == before[name]}:
            cursor.execute(f"DROP TRIGGER {name}{on.format(table=now[name][0])}")
        for name, (_table, made) in before.items():
            if now.get(name) != before[name]:
                cursor.execute(made)


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
