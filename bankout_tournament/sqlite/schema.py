"""Changes of tables on SQLite that keep the triggers.

Django changes a table by rebuilding it. That drops the table's triggers, and a trigger of another table that reads
this one stops the rebuilt table from being renamed. So all of them are dropped before the rebuild and created again
after it.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.sqlite3 import schema
from django.db.models import Model

NAMING = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND (tbl_name = %s OR sql LIKE %s) ORDER BY name"


class DatabaseSchemaEditor(schema.DatabaseSchemaEditor):
    def _remake_table(self, model: type[Model], *args: Any, **kwargs: Any) -> None:
        table = model._meta.db_table
        with self.connection.cursor() as cursor:
            cursor.execute(NAMING, [table, f"%{table}%"])
            triggers = cursor.fetchall()
        for name, _made in triggers:
            self.execute(f"DROP TRIGGER {self.quote_name(name)}", params=None)
        super()._remake_table(model, *args, **kwargs)  # type: ignore[misc] # Django's own name for it
        for _name, made in triggers:
            self.execute(made, params=None)
