"""Migration operations that guard tables: the database itself refuses what must not happen, whoever asks.

``InsertOnly`` refuses UPDATE and DELETE; ``ForwardOnly`` lets a counter go up by one and nothing else. Both work on
SQLite and PostgreSQL. On PostgreSQL TRUNCATE is refused as well.
"""

from __future__ import annotations

from typing import Any

from django.db.migrations.operations.base import Operation

MESSAGE = "this table is insert-only"
COUNTS_UP = "this table only counts up"


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


def _forward_sqlite(table: str) -> list[str]:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{COUNTS_UP}'); END"
    return [
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} "
        f"WHEN NEW.event_id <> OLD.event_id OR NEW.sequence <> OLD.sequence + 1 {refuse}",
        f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {refuse}",
    ]


def _forward_postgresql(table: str) -> list[str]:
    return [
        "CREATE OR REPLACE FUNCTION refuse_step_back() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF TG_OP = 'UPDATE' AND NEW.event_id = OLD.event_id AND NEW.sequence = OLD.sequence + 1 THEN RETURN NEW; "
        f"END IF; RAISE EXCEPTION '{COUNTS_UP}' USING ERRCODE = 'restrict_violation'; END $$",
        f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION refuse_step_back()",
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_step_back()",
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
            for statement in _drop(vendor, table) + self.guards(vendor, table):
                schema_editor.execute(statement)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        for table in self.tables:
            for statement in _drop(schema_editor.connection.vendor, table):
                schema_editor.execute(statement)

    def guards(self, vendor: str, table: str) -> list[str]:
        """The statements that put the triggers on a table."""
        return _sqlite(table) if vendor == "sqlite" else _postgresql(table)

    def describe(self) -> str:
        return "Insert-only: " + ", ".join(self.tables)


class ForwardOnly(InsertOnly):
    """``ForwardOnly("matches_audithead", …)``: tables with ``event_id`` and ``sequence``, one row an event.

    A row's ``sequence`` goes up by one; the row is neither removed nor moved to another event.
    """

    def guards(self, vendor: str, table: str) -> list[str]:
        return _forward_sqlite(table) if vendor == "sqlite" else _forward_postgresql(table)

    def describe(self) -> str:
        return "Forward-only: " + ", ".join(self.tables)
