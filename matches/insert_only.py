"""A migration operation that makes tables insert-only: the database itself refuses UPDATE and DELETE.

Works on SQLite and PostgreSQL. On PostgreSQL TRUNCATE is refused as well.
"""

from __future__ import annotations

from typing import Any

from django.db.migrations.operations.base import Operation

MESSAGE = "this table is insert-only"


def _sqlite(table: str) -> list[str]:
    return [
        f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
        for verb in ("UPDATE", "DELETE")
    ]


def _postgresql(table: str) -> list[str]:
    return [
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'restrict_violation'; END $$",
        f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION refuse_change()",
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
    ]


def _drop(vendor: str, table: str) -> list[str]:
    if vendor == "sqlite":
        return [f"DROP TRIGGER IF EXISTS {table}_no_{verb}" for verb in ("update", "delete")]
    return [f"DROP TRIGGER IF EXISTS {table}_{name} ON {table}" for name in ("no_change", "no_truncate")]


class InsertOnly(Operation):
    """``InsertOnly("matches_auditrow", …)``: triggers on these tables. SQLite loses a table's triggers when a
    later migration rebuilds the table, so such a migration must apply this operation again."""

    reduces_to_sql = True
    reversible = True

    def __init__(self, *tables: str) -> None:
        self.tables = tables

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return (type(self).__qualname__, list(self.tables), {})

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Triggers are not part of the model state."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        vendor = schema_editor.connection.vendor
        for table in self.tables:
            for statement in _drop(vendor, table) + (_sqlite if vendor == "sqlite" else _postgresql)(table):
                schema_editor.execute(statement)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        for table in self.tables:
            for statement in _drop(schema_editor.connection.vendor, table):
                schema_editor.execute(statement)

    def describe(self) -> str:
        return "Insert-only: " + ", ".join(self.tables)
