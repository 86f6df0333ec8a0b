"""After a test that committed, what it stored is gone, what the migrations stored is there, and logs are guarded."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, connection, transaction

from matches.insert_only import InsertOnly, Unguarded
from matches.models import AuditHead, AuditRow, Event
from tests import emptying
from tests.emptying import empty_database, filled, migrated_triggers, triggers
from tests.matches.conftest import running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def guarded(table: str) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608 - the names below
    except DatabaseError:
        return True
    return False


@pytest.mark.parametrize("renewed", [False, True])
def test_an_event_is_gone_and_the_next_one_s_logs_are_guarded(monkeypatch: pytest.MonkeyPatch, renewed: bool) -> None:
    monkeypatch.setattr(emptying, "RENEWED_EVERY", 1 if renewed else 10**9)
    fixed = [list(model.objects.order_by("pk").values_list()) for model in (Permission, ContentType)]
    assert all(fixed)
    for _time in range(2):
        running()
        assert {Event._meta.db_table, AuditRow._meta.db_table, AuditHead._meta.db_table} <= set(filled())
        assert guarded(AuditRow._meta.db_table)
        assert guarded(AuditHead._meta.db_table)
        empty_database()
        assert filled() == []
    assert fixed == [list(model.objects.order_by("pk").values_list()) for model in (Permission, ContentType)]


def test_triggers_that_a_test_exchanged_stand_again() -> None:
    running()
    with connection.schema_editor() as editor:
        for operation in (InsertOnly("matches_auditrow"), Unguarded("matches_clockevent")):
            operation.database_forwards("matches", editor, None, None)
    assert triggers() != migrated_triggers()
    empty_database()
    assert triggers() == migrated_triggers()
