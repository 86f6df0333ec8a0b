"""The hash chain: what is whole is proved, what was touched is found where it was touched."""

# ruff: noqa: S608 - the statements are put together from this file's own table names

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from judging.calls.services import call_judge, claim_call, resolve_call
from judging.extensions.services import extend_time, time_decision
from judging.models import Record
from judging.records.verify_services import verify_log
from judging.rulings.services.rulings import log_incident, log_ruling
from matches.audit.head_queries import had_end, log_end
from matches.audit.services import Actor
from tests.undone import undone

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def logged(floor):
    incident = log_incident(event=floor.event, actor=floor.judge, match=floor.match, summary="sheets differ")
    floor.infraction(incident=incident)
    log_ruling(event=floor.event, actor=floor.judge, match=floor.match, matter="other", outcome="played on")
    extend_time(match=floor.match, actor=floor.judge, seconds=60, at=floor.at(2))
    time_decision(match=floor.match, entry=floor.player, seconds=40, actor=floor.judge)
    call = call_judge(match=floor.match, actor=Actor(entry=floor.player))
    claim_call(call=call, actor=floor.judge)
    resolve_call(call=call, actor=floor.judge)
    return floor


def tamper(statement, *params):
    """What somebody with the file in hand could do: lift the triggers and change rows."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for (name,) in cursor.fetchall():
                cursor.execute(f"DROP TRIGGER {name}")
            cursor.execute("PRAGMA defer_foreign_keys = ON")
            cursor.execute(statement, params)
        else:
            cursor.execute("SET session_replication_role = replica")
            cursor.execute(statement, params)
            cursor.execute("SET session_replication_role = DEFAULT")


def key(record):
    return record.pk.hex if connection.vendor == "sqlite" else record.pk


def at(floor, sequence):
    return Record.objects.get(event=floor.event, sequence=sequence)


def test_a_whole_log(logged):
    assert verify_log(logged.event) == []


def test_an_event_without_records(floor):
    assert verify_log(floor.event) == []


def test_two_events_do_not_disturb_each_other(logged, other_floor):
    other_floor.infraction()
    logged.infraction()
    assert verify_log(logged.event) == verify_log(other_floor.event) == []


def test_a_changed_column_of_the_parent(subtests: pytest.Subtests, logged):
    for sequence, column, value in [
        (2, "reason", "harmless"),
        (3, "table", 9),
        (1, "server_time", "2026-11-21 09:00:00+00:00"),
    ]:
        with subtests.test(sequence=sequence, column=column, value=value), undone():
            tamper(f'UPDATE judging_record SET "{column}" = %s WHERE id = %s', value, key(at(logged, sequence)))
            (found,) = verify_log(logged.event)
            assert (found.log, found.sequence) == ("judging", sequence)
            assert column in found.what


def test_a_changed_column_of_a_child(subtests: pytest.Subtests, logged):
    for sequence, table, column, value in [
        (2, "infraction", "code", "GP-DRAW"),
        (2, "infraction", "comment", "nothing"),
        (3, "penaltyevent", "penalty", "RM"),
        (5, "timeextension", "seconds", 600),
    ]:
        with subtests.test(sequence=sequence, table=table, column=column, value=value), undone():
            tamper(f"UPDATE judging_{table} SET {column} = %s WHERE record_id = %s", value, key(at(logged, sequence)))
            (found,) = verify_log(logged.event)
            assert (found.sequence, column in found.what) == (sequence, True)


def test_a_changed_body(logged):
    tamper('UPDATE judging_record SET body = \'{"kind": "note"}\' WHERE id = %s', key(at(logged, 4)))
    (found,) = verify_log(logged.event)
    assert (found.sequence, "hash" in found.what) == (4, True)


def test_a_record_removed_from_the_middle(logged):
    row = at(logged, 4)
    tamper("DELETE FROM judging_ruling WHERE record_id = %s", key(row))
    tamper("DELETE FROM judging_record WHERE id = %s", key(row))
    (found,) = verify_log(logged.event)
    assert (found.log, found.sequence) == ("judging", 4)


def test_a_child_removed(logged):
    tamper("DELETE FROM judging_ruling WHERE record_id = %s", key(at(logged, 4)))
    (found,) = verify_log(logged.event)
    assert found.sequence == 4


def test_the_end_cut_off(logged):
    last = Record.objects.filter(event=logged.event).last()
    tamper("DELETE FROM judging_tableevent WHERE record_id = %s", key(last))
    tamper("DELETE FROM judging_record WHERE id = %s", key(last))
    (found,) = verify_log(logged.event)
    assert (found.sequence, found.what) == (last.sequence, f"the audit log knows {last.sequence} records; 10 are here")


def test_the_audit_log_is_proved_as_well(logged):
    tamper("UPDATE matches_auditrow SET reason = 'x' WHERE sequence = 2")
    (found,) = verify_log(logged.event)
    assert (found.log, found.sequence) == ("audit", 2)


def test_the_audit_log_s_end_cut_off(logged):
    tamper("DELETE FROM matches_auditrow WHERE sequence > 7")
    assert ("audit", 8) in [(found.log, found.sequence) for found in verify_log(logged.event)]


def test_the_command_says_so(logged):
    out = StringIO()
    call_command("verify_log", logged.event.slug, stdout=out)
    assert out.getvalue().strip() == f"{logged.event.slug}: 11 judging records and 8 audit rows, all true."


def test_the_command_s_exit_status_tells(logged):
    tamper("UPDATE judging_record SET reason = 'x' WHERE id = %s", key(at(logged, 2)))
    with pytest.raises(CommandError, match=r"judging log, record 2: altered .*: reason") as caught:
        call_command("verify_log", logged.event.slug)
    assert caught.value.returncode == 1
    with pytest.raises(CommandError, match="There is no event with the address nowhere"):
        call_command("verify_log", "nowhere")


def test_the_end_on_a_paper_shows_a_log_that_was_written_anew(logged):
    printed = log_end(logged.event)
    assert had_end(logged.event, f" {printed.upper()} ")
    out = StringIO()
    call_command("verify_log", logged.event.slug, printed=printed, stdout=out)
    assert "all true" in out.getvalue()

    extend_time(match=logged.match, actor=logged.judge, seconds=60, at=logged.at(4))  # a later end has the earlier one
    assert log_end(logged.event) != printed
    assert had_end(logged.event, printed)

    tamper("UPDATE matches_auditrow SET hash = %s WHERE hash LIKE %s", "0" * 64, f"{printed.split('-')[1]}%")
    with pytest.raises(CommandError, match=f"never ended with {printed}"):
        call_command("verify_log", logged.event.slug, printed=printed)
    for wrong in ("569", "569-", "x", "1-" + "g" * 12, "1-" + "a" * 11):
        with pytest.raises(CommandError, match="no end of a log"):
            call_command("verify_log", logged.event.slug, printed=wrong)
