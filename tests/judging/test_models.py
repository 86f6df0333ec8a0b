"""The database itself holds the log: insert-only, once, chained."""

# ruff: noqa: S608 - the statements are put together from this file's own table names

import uuid

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from judging.calls.services import call_judge, claim_call
from judging.enums import RecordKind
from judging.extensions.services import extend_time
from judging.models import CHILDREN, KIND_OF, Record
from judging.records.services import Stamp
from judging.rulings.services.rulings import log_ruling

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def logged(floor):
    """A record of most kinds."""
    infraction = floor.infraction()
    log_ruling(event=floor.event, actor=floor.judge, match=floor.match, matter="other", outcome="played on")
    extend_time(match=floor.match, actor=floor.judge, seconds=60, at=floor.at(2))
    claim_call(call=call_judge(match=floor.match, actor=floor.judge), actor=floor.judge)
    return infraction


def refused(statement, *params):
    with pytest.raises(DatabaseError, match="insert-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, params)


@pytest.mark.parametrize(
    "table", ["record", "infraction", "penaltyevent", "ruling", "timeextension", "call", "callstep"]
)
def test_the_database_refuses_update_and_delete(logged, table):
    column = "record_id" if table != "record" else "id"
    refused(f"UPDATE judging_{table} SET {column} = {column}")
    refused(f"DELETE FROM judging_{table}")


def test_every_table_of_records_has_its_triggers(logged):
    tables = {model._meta.db_table for model in [Record, *CHILDREN.values()]}
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT tbl_name, COUNT(*) FROM sqlite_master WHERE type = 'trigger' GROUP BY tbl_name")
            guarded = {name for name, count in cursor.fetchall() if count >= 2}
        else:
            cursor.execute("SELECT DISTINCT event_object_table FROM information_schema.triggers")
            guarded = {name for (name,) in cursor.fetchall()}
    assert tables <= guarded


def test_the_orm_is_refused_as_well(logged):
    logged.comment = "something else"
    with pytest.raises(DatabaseError), transaction.atomic():
        logged.save()
    with pytest.raises(DatabaseError), transaction.atomic():
        Record.objects.filter(pk=logged.pk).update(reason="x")


def test_an_event_s_sequence_has_no_gap_and_no_twin(logged, floor):
    rows = list(Record.objects.filter(event=floor.event).order_by("sequence"))
    assert [row.sequence for row in rows] == list(range(1, len(rows) + 1))
    assert [row.previous_hash for row in rows] == ["", *[row.hash for row in rows[:-1]]]


def test_a_device_s_number_is_taken_once(floor):
    stamp = {"device": "tablet-1", "number": 1}
    floor.infraction(stamp=Stamp(**stamp))
    record = Record.objects.get(device="tablet-1", device_number=1)
    twin = {field.attname: getattr(record, field.attname) for field in Record._meta.concrete_fields}
    with pytest.raises(IntegrityError), transaction.atomic():
        Record(**{**twin, "id": uuid.uuid4(), "sequence": 99}).save(force_insert=True)


def test_every_kind_has_its_table_and_back():
    assert set(CHILDREN) == set(RecordKind)
    assert {model: kind for kind, model in CHILDREN.items()} == KIND_OF


def test_the_hashed_part_holds_keys_and_no_names(logged, floor):
    text = "".join(str(row.body) for row in Record.objects.filter(event=floor.event))
    for entry in (floor.player, floor.opponent):
        assert entry.player.name not in text
    assert str(floor.player.player.key) in text
