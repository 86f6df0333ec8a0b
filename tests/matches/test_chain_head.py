"""The database itself notes each row of a chain in its head, and lets the head only go forward."""

# ruff: noqa: S608 - the statements are put together from this file's own table names

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from matches.audit.services import SYSTEM, audited_change
from matches.insert_only import ChainHead
from matches.models import AuditHead, Event
from tests.factories import EventFactory
from tests.forms import LONG

pytestmark = pytest.mark.database

TABLE = "matches_audithead"
STEPS = [
    f"UPDATE {TABLE} SET sequence = sequence - 1",
    f"UPDATE {TABLE} SET sequence = sequence",
    f"UPDATE {TABLE} SET sequence = sequence + 2",
    f"UPDATE {TABLE} SET hash = 'other'",
    f"UPDATE {TABLE} SET sequence = sequence + 1, event_id = event_id + 1",
    f"DELETE FROM {TABLE}",
]


def acted_on() -> Event:
    event: Event = EventFactory()
    for _ in range(3):
        with audited_change("try_out", event_id=event.pk, actor=SYSTEM):
            pass
    return event


def attempt(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.django_db
@pytest.mark.parametrize("statement", STEPS)
def test_the_database_refuses(statement: str) -> None:
    head = acted_on().audit_head
    with pytest.raises(DatabaseError, match="only counts up"):
        attempt(statement)
    assert list(AuditHead.objects.values_list("sequence", "hash")) == [(3, head.hash)]


@pytest.mark.django_db
def test_one_step_forward_is_let_through() -> None:
    acted_on()
    attempt(f"UPDATE {TABLE} SET sequence = sequence + 1, hash = 'next'")
    assert list(AuditHead.objects.values_list("sequence", "hash")) == [(4, "next")]


@pytest.mark.django_db(transaction=True)
def test_emptying_the_table_is_refused() -> None:
    acted_on()
    statement = f"TRUNCATE {TABLE}" if connection.vendor == "postgresql" else f"DELETE FROM {TABLE}"
    with pytest.raises(DatabaseError, match="only counts up"):
        attempt(statement)
    assert AuditHead.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_operation_can_be_taken_back_and_applied_twice() -> None:
    event = acted_on()
    guard = ChainHead(TABLE, "matches_auditrow")
    with connection.schema_editor() as editor:
        guard.database_backwards("matches", editor, None, None)
    attempt(f"UPDATE {TABLE} SET sequence = 1")
    attempt(f"UPDATE {TABLE} SET sequence = 3")
    for _ in range(2):
        with connection.schema_editor() as editor:
            guard.database_forwards("matches", editor, None, None)
    with pytest.raises(DatabaseError, match="only counts up"):
        attempt(f"UPDATE {TABLE} SET sequence = 1")
    with audited_change("try_out", event_id=event.pk, actor=SYSTEM):
        pass
    assert AuditHead.objects.get().sequence == 4
    with pytest.raises(DatabaseError, match="insert-only"):  # the chain's own guards were not lifted with it
        attempt("UPDATE matches_auditrow SET act = 'again'")


@pytest.mark.django_db(transaction=True)
def test_the_migration_notes_the_ends_of_the_chains_that_are_there() -> None:
    """In the gate on PostgreSQL: on SQLite a copy from before the migration is restored (tests/matches/jobs)."""
    if connection.vendor == "sqlite" and not LONG:
        return
    acted_on()
    acted_on()
    EventFactory()
    before = list(AuditHead.objects.order_by("event").values_list("event", "sequence", "hash"))
    for state in ("0002_insert_only", "0003_audit_head"):
        call_command("migrate", "matches", state, verbosity=0)
    call_command("migrate", verbosity=0)
    assert list(AuditHead.objects.order_by("event").values_list("event", "sequence", "hash")) == before
    assert len(before) == 2
    attempt(f"UPDATE {TABLE} SET sequence = sequence + 1")
    with pytest.raises(DatabaseError, match="only counts up"):
        attempt(f"UPDATE {TABLE} SET sequence = sequence - 1")


def test_the_operation_writes_itself_into_a_migration() -> None:
    assert ChainHead("one", "two").deconstruct() == ("ChainHead", ["one", "two"], {})
    assert ChainHead("one", "two").describe() == "Head of a chain: one of two"
