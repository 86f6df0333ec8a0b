"""Migration operations that make the database itself protect the logs.

``InsertOnly`` refuses UPDATE and DELETE. ``ChainHead`` records the length of a chain of rows in another table and lets
it only grow. ``Deletable`` lets rows go with their whole event, once its deletion stands in the site's own log. All
work on SQLite and PostgreSQL. On PostgreSQL TRUNCATE is refused as well.
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


def _note(head: str) -> str:
    return (
        f"INSERT INTO {head} (event_id, sequence, hash) VALUES (NEW.event_id, NEW.sequence, NEW.hash) "  # noqa: S608 - table names
        "ON CONFLICT (event_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash;"
    )


def _head_sqlite(head: str, chain: str) -> list[str]:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{COUNTS_UP}'); END"
    return [
        f"CREATE TRIGGER {head}_no_update BEFORE UPDATE ON {head} "
        f"WHEN NEW.event_id <> OLD.event_id OR NEW.sequence <> OLD.sequence + 1 {refuse}",
        f"CREATE TRIGGER {head}_no_delete BEFORE DELETE ON {head} {refuse}",
        f"CREATE TRIGGER {head}_note AFTER INSERT ON {chain} BEGIN {_note(head)} END",
    ]


def _head_postgresql(head: str, chain: str) -> list[str]:
    return [
        "CREATE OR REPLACE FUNCTION refuse_step_back() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF TG_OP = 'UPDATE' AND NEW.event_id = OLD.event_id AND NEW.sequence = OLD.sequence + 1 THEN RETURN NEW; "
        f"END IF; RAISE EXCEPTION '{COUNTS_UP}' USING ERRCODE = 'restrict_violation'; END $$",
        f"CREATE TRIGGER {head}_no_change BEFORE UPDATE OR DELETE ON {head} "
        "FOR EACH ROW EXECUTE FUNCTION refuse_step_back()",
        f"CREATE TRIGGER {head}_no_truncate BEFORE TRUNCATE ON {head} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_step_back()",
        f"CREATE OR REPLACE FUNCTION {head}_note() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN {_note(head)} RETURN NULL; END $$",
        f"CREATE TRIGGER {head}_note AFTER INSERT ON {chain} FOR EACH ROW EXECUTE FUNCTION {head}_note()",
    ]


def _drop(vendor: str, table: str) -> list[str]:
    if vendor == "sqlite":
        return [f"DROP TRIGGER IF EXISTS {table}_no_{verb}" for verb in ("update", "delete")]
    return [f"DROP TRIGGER IF EXISTS {table}_{name} ON {table}" for name in ("no_change", "no_truncate")]


class InsertOnly(Operation):
    """``InsertOnly("matches_auditrow", …)``: triggers on these tables. ``Deletable`` follows for those of an event."""

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
            for statement in self.lifts(vendor, table) + self.guards(vendor, table):
                schema_editor.execute(statement)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        for table in self.tables:
            for statement in self.lifts(schema_editor.connection.vendor, table):
                schema_editor.execute(statement)

    def guards(self, vendor: str, table: str) -> list[str]:
        """Return the statements that create the triggers of a table."""
        return _sqlite(table) if vendor == "sqlite" else _postgresql(table)

    def lifts(self, vendor: str, table: str) -> list[str]:
        """Return the statements that drop them."""
        return _drop(vendor, table)

    def describe(self) -> str:
        return "Insert-only: " + ", ".join(self.tables)


class Unguarded(InsertOnly):
    """``Unguarded("judging_penaltyevent")``: lets the next operations of a migration fill a new column.

    ``InsertOnly`` for the same tables ends such a migration. Taken back, the tables are guarded again.
    """

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        super().database_backwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        super().database_forwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return "Unguarded: " + ", ".join(self.tables)


class ChainHead(InsertOnly):
    """``ChainHead("matches_audithead", "matches_auditrow")``: record every row of the chain in the head's table.

    Both tables have ``event_id``, ``sequence`` and ``hash``. The head has one row per event, which advances by one and
    cannot be removed, so a row that does not follow the last one of its chain is refused as well.
    """

    def __init__(self, head: str, chain: str) -> None:
        super().__init__(head)
        self.head, self.chain = head, chain

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return (type(self).__qualname__, [self.head, self.chain], {})

    def guards(self, vendor: str, table: str) -> list[str]:
        return (_head_sqlite if vendor == "sqlite" else _head_postgresql)(self.head, self.chain)

    def lifts(self, vendor: str, table: str) -> list[str]:
        on = "" if vendor == "sqlite" else f" ON {self.chain}"
        return [*_drop(vendor, self.head), f"DROP TRIGGER IF EXISTS {self.head}_note{on}"]

    def describe(self) -> str:
        return f"Head of a chain: {self.head} of {self.chain}"


DIRECT = "OLD.event_id"
"""The event of a row that names it itself."""
STANDS = (
    "EXISTS (SELECT 1 FROM matches_eventdeletion WHERE event_id = {event}) "
    "AND NOT EXISTS (SELECT 1 FROM matches_event WHERE id = {event})"
)
"""The event's deletion is logged, and its own row is gone: foreign keys, which are checked at the end of the
transaction, then let no row of it stay."""


class Deletable(InsertOnly):
    """``Deletable("matches_auditrow")``: rows of a guarded table can be deleted with their whole event, else never.

    ``event`` is the SQL that tells the event of the row ``OLD``; ``update`` is the function that goes on refusing
    updates on PostgreSQL, ``refuses`` what it says.
    """

    def __init__(
        self, table: str, event: str = DIRECT, *, update: str = "refuse_change", refuses: str = MESSAGE
    ) -> None:
        super().__init__(table)
        self.table, self.event, self.update, self.refuses = table, event, update, refuses

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return (type(self).__qualname__, [self.table, self.event], {"update": self.update, "refuses": self.refuses})

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        vendor = schema_editor.connection.vendor
        for statement in self.lifts(vendor, self.table) + self._plain(vendor):
            schema_editor.execute(statement)

    def _plain(self, vendor: str) -> list[str]:
        """The guard that lets no row go."""
        refuse = f"SELECT RAISE(ABORT, '{self.refuses}'); END"
        if vendor == "sqlite":
            return [f"CREATE TRIGGER {self.table}_no_delete BEFORE DELETE ON {self.table} BEGIN {refuse}"]
        each = f"FOR EACH ROW EXECUTE FUNCTION {self.update}()"
        return [f"CREATE TRIGGER {self.table}_no_change BEFORE UPDATE OR DELETE ON {self.table} {each}"]

    def guards(self, vendor: str, table: str) -> list[str]:
        stands = STANDS.format(event=self.event)
        if vendor == "sqlite":
            refuse = f"BEGIN SELECT RAISE(ABORT, '{self.refuses}'); END"
            return [f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} WHEN NOT ({stands}) {refuse}"]
        return [
            f"CREATE TRIGGER {table}_no_change BEFORE UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION {self.update}()",
            f"CREATE OR REPLACE FUNCTION {table}_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF {stands} THEN RETURN OLD; END IF; "
            f"RAISE EXCEPTION '{self.refuses}' USING ERRCODE = 'restrict_violation'; END $$",
            f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_gate()",
        ]

    def lifts(self, vendor: str, table: str) -> list[str]:
        if vendor == "sqlite":
            return [f"DROP TRIGGER IF EXISTS {table}_no_delete"]
        return [f"DROP TRIGGER IF EXISTS {table}_{name} ON {table}" for name in ("no_change", "no_delete")]

    def describe(self) -> str:
        return f"Deletable with its event: {self.table}"
