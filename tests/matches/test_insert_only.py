"""The database itself refuses to change insert-only tables."""

# ruff: noqa: S608 - the statements are put together from this file's own table names

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, models, transaction

from matches.audit.services import SYSTEM, audited_change
from matches.clock.timing import ClockAct
from matches.insert_only import InsertOnly, Unguarded
from matches.models import AuditRow, ClockEvent
from tests.factories import NOON, EventFactory, RoundFactory

pytestmark = pytest.mark.database

GUARDED: tuple[type[models.Model], ...] = (AuditRow, ClockEvent)


@pytest.fixture
def _rows(db: None) -> None:
    with audited_change("try_out", event_id=EventFactory().pk, actor=SYSTEM):
        pass
    ClockEvent.objects.create(round=RoundFactory(), act=ClockAct.START, at=NOON)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:  # else TRUNCATE would be refused for the checks that still wait
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def verbs(table: str) -> list[str]:
    found = [f"UPDATE {table} SET at = at", f"DELETE FROM {table}"]
    if connection.vendor == "postgresql":
        return [*found, f"TRUNCATE {table} CASCADE"]
    return [*found, f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}"]


def attempt(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.usefixtures("_rows")
@pytest.mark.parametrize("model", GUARDED)
def test_the_database_refuses(model: type[models.Model]) -> None:
    for statement in verbs(model._meta.db_table):
        with pytest.raises(DatabaseError, match="insert-only"):
            attempt(statement)
    assert model._default_manager.count() == 1


@pytest.mark.usefixtures("_rows")
@pytest.mark.parametrize("model", GUARDED)
def test_the_models_are_refused_as_well(model: type[models.Model]) -> None:
    row = model._default_manager.get()
    for change in (row.save, row.delete, model._default_manager.all().delete):
        with pytest.raises(DatabaseError, match="insert-only"), transaction.atomic():
            change()
    assert model._default_manager.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_operation_can_be_taken_back_and_applied_twice() -> None:
    with audited_change("try_out", event_id=EventFactory().pk, actor=SYSTEM):
        pass
    guard = InsertOnly("matches_auditrow")
    with connection.schema_editor() as editor:
        guard.database_backwards("matches", editor, None, None)
    attempt("UPDATE matches_auditrow SET act = 'changed'")
    for _ in range(2):  # a migration that rebuilds the table applies it again
        with connection.schema_editor() as editor:
            guard.database_forwards("matches", editor, None, None)
    with pytest.raises(DatabaseError, match="insert-only"):
        attempt("UPDATE matches_auditrow SET act = 'again'")
    assert AuditRow.objects.get().act == "changed"


@pytest.mark.django_db(transaction=True)
def test_a_migration_may_fill_a_column_and_is_taken_back_guarded() -> None:
    with audited_change("try_out", event_id=EventFactory().pk, actor=SYSTEM):
        pass
    opened = Unguarded("matches_auditrow")
    with connection.schema_editor() as editor:
        opened.database_forwards("matches", editor, None, None)
    attempt("UPDATE matches_auditrow SET act = 'changed'")
    with connection.schema_editor() as editor:
        opened.database_backwards("matches", editor, None, None)
    with pytest.raises(DatabaseError, match="insert-only"):
        attempt("UPDATE matches_auditrow SET act = 'again'")


def test_the_operation_writes_itself_into_a_migration() -> None:
    assert Unguarded("one").deconstruct() == ("Unguarded", ["one"], {})
    assert Unguarded("one", "two").describe() == "Unguarded: one, two"
    assert InsertOnly("one", "two").deconstruct() == ("InsertOnly", ["one", "two"], {})
    assert InsertOnly("one", "two").describe() == "Insert-only: one, two"
