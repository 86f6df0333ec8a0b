"""Altered, removed and swapped rows of the audit log are found."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.db import DatabaseError, connection, transaction

from matches.audit.services import (
    SYSTEM,
    audit_body,
    audited_change,
    row_hash,
    verify_audit,
)
from matches.insert_only import _drop
from matches.models import AuditHead, AuditRow, Event
from tests.factories import NOON, EventFactory, any_organiser
from tests.matches.audit.rows import acted
from tests.undone import undone

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def lift_guards(table: str) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"DROP TRIGGER {table}_no_delete ON {table}")
        for statement in _drop(connection.vendor, table):
            cursor.execute(statement)


def test_the_log_of_an_event_without_acts_is_valid(event: Event) -> None:
    assert verify_audit(event) is None


def test_rows_are_hashed_as_they_are_read_back(subtests: pytest.Subtests, event: Event) -> None:
    for value in [0, -7, 2**62, 0.5, "Zürich – 山本", None, True, [1, "two", None], {"b": 1, "a": {"z": [], "y": 0.1}}]:
        with subtests.test(value=value), undone():
            acted(event, value=value)
            assert verify_audit(event) is None
            assert AuditRow.objects.get(event=event).details["value"] == value


def test_dates_and_keys_that_json_does_not_know_are_hashed_as_they_are_read_back(event: Event) -> None:
    acted(event, when=NOON, seats={3: "a", 20: "b"}, pair=(1, 2))
    assert AuditRow.objects.get(event=event).details["seats"] == {"3": "a", "20": "b"}
    assert verify_audit(event) is None


def test_the_hash_holds_whatever_zone_the_time_came_in(subtests: pytest.Subtests, event: Event) -> None:
    for zone in [UTC, timezone(timedelta(hours=5, minutes=45)), timezone(-timedelta(hours=3))]:
        with subtests.test(zone=zone), undone():
            with audited_change(
                "try_out", event_id=event.pk, actor=SYSTEM, at=datetime(2026, 11, 21, 12, 0, 0, 123456, tzinfo=zone)
            ):
                pass
            assert verify_audit(event) is None


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("act", "something_else"),
        ("reason", "harmless"),
        ("at", datetime(2020, 1, 1, tzinfo=UTC)),
        ("details", {"number": 7}),
        ("user_id", None),
        ("sequence", 9),
        ("hash", "0" * 64),
        ("previous_hash", "0" * 64),
    ],
)
def test_an_altered_row_is_found(event: Event, column: str, value: object) -> None:
    for number in range(4):
        with audited_change("try_out", event_id=event.pk, actor=any_organiser()) as change:
            change.note(number=number)
    lift_guards("matches_auditrow")
    AuditRow.objects.filter(event=event, sequence=3).update(**{column: value})
    assert verify_audit(event) == 3


@pytest.mark.parametrize("sequence", [1, 2, 3])
def test_a_removed_row_is_found(event: Event, sequence: int) -> None:
    acted(event, 4)
    lift_guards("matches_auditrow")
    AuditRow.objects.filter(event=event, sequence=sequence).delete()
    assert verify_audit(event) == sequence


@pytest.mark.parametrize("first", [1, 3, 4])
def test_rows_cut_off_at_the_end_are_found(event: Event, first: int) -> None:
    acted(event, 4)
    lift_guards("matches_auditrow")
    AuditRow.objects.filter(event=event, sequence__gte=first).delete()
    assert verify_audit(event) == first


def test_later_acts_do_not_hide_removed_rows(event: Event) -> None:
    acted(event, 4)
    lift_guards("matches_auditrow")
    AuditRow.objects.filter(event=event, sequence__gte=3).delete()
    acted(event, 2)
    assert list(AuditRow.objects.filter(event=event).values_list("sequence", flat=True)) == [1, 2, 5, 6]
    assert verify_audit(event) == 3


def test_a_row_written_after_a_gap_is_refused_by_the_database(event: Event) -> None:
    acted(event, 2)
    row = AuditRow.objects.get(event=event, sequence=2)
    row.pk, row.sequence = None, 4
    with pytest.raises(DatabaseError, match="only counts up"), transaction.atomic():
        row.save(force_insert=True)
    assert verify_audit(event) is None


def test_a_head_that_was_set_back_is_found(event: Event) -> None:
    acted(event, 3)
    lift_guards("matches_audithead")
    AuditHead.objects.filter(event=event).update(sequence=1)
    assert verify_audit(event) == 2


def test_a_rewritten_end_with_valid_hashes_is_found(event: Event) -> None:
    acted(event, 3)
    lift_guards("matches_auditrow")
    row = AuditRow.objects.get(event=event, sequence=3)
    row.reason = "harmless"
    row.hash = row_hash(row.previous_hash, audit_body(row))
    row.save()
    assert verify_audit(event) == 3


def test_each_event_has_a_head_of_its_own(event: Event) -> None:
    other = EventFactory()
    acted(event, 2)
    acted(other, 1)
    assert list(AuditHead.objects.order_by("event").values_list("event", "sequence")) == [(event.pk, 2), (other.pk, 1)]
    assert event.audit_head.hash == AuditRow.objects.get(event=event, sequence=2).hash


def test_two_swapped_rows_are_found(event: Event) -> None:
    acted(event, 3)
    lift_guards("matches_auditrow")
    for before, after in ((2, 90), (3, 2), (90, 3)):
        AuditRow.objects.filter(event=event, sequence=before).update(sequence=after)
    assert verify_audit(event) == 2
