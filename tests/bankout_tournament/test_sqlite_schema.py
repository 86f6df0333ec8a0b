"""Triggers outlive a table that SQLite makes anew, those of other tables that read it as well."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, models

from matches.models import AuditRow, Event
from tests.factories import EventFactory

pytestmark = pytest.mark.django_db(transaction=True)


def triggers() -> set[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        return set(cursor.fetchall())


def remade(model: type[models.Model]) -> None:
    """Add a constraint and remove it: SQLite makes the table anew for each."""
    constraint = models.CheckConstraint(condition=models.Q(pk__gte=0), name="for_a_moment")
    with connection.schema_editor() as editor:
        editor.add_constraint(model, constraint)
    with connection.schema_editor() as editor:
        editor.remove_constraint(model, constraint)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL changes tables in place")
@pytest.mark.parametrize("model", [Event, AuditRow])
def test_triggers_stay(model: type[models.Model]) -> None:
    before = triggers()
    assert before
    event = EventFactory()
    remade(model)
    assert triggers() == before
    assert Event.objects.get() == event
    AuditRow.objects.create(event=event, sequence=1, at=event.created_at, act="x", hash="x")
    with connection.cursor() as cursor, pytest.raises(DatabaseError, match="insert-only"):
        cursor.execute("DELETE FROM matches_auditrow")
