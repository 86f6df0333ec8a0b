"""How records land: once under their id, numbered, stamped."""

import uuid

import pytest

from judging.enums import RecordSource
from judging.models import EventPolicy, Infraction, PenaltyEvent, Record
from judging.records.services import Stamp
from judging.rulings.services.rulings import log_ruling
from matches.errors import Refused
from matches.models import AuditRow, LiveVersion

pytestmark = pytest.mark.django_db


def refusal(code):
    return pytest.raises(Refused, check=lambda refused: refused.code == code)


def test_the_same_id_sent_twice_lands_once_and_answers_the_same(floor):
    stamp = Stamp(id=uuid.uuid4(), device="tablet-1", number=1)
    first = floor.infraction(stamp=stamp)
    rows = AuditRow.objects.count()
    again = floor.infraction(stamp=stamp, comment="said otherwise the second time")
    assert again == first
    assert again.comment == ""
    assert (Infraction.objects.count(), PenaltyEvent.objects.count(), AuditRow.objects.count()) == (1, 1, rows)


def test_an_id_of_another_kind_or_event_is_refused(floor, other_floor):
    stamp = Stamp()
    floor.infraction(stamp=stamp)
    with refusal("id_taken"):
        log_ruling(event=floor.event, actor=floor.judge, matter="other", outcome="x", stamp=stamp)
    with refusal("id_taken"):
        other_floor.infraction(stamp=stamp)


def test_a_device_s_number_is_used_once_in_an_event(floor, other_floor):
    floor.infraction(stamp=Stamp(device="tablet-1", number=4))
    with refusal("number_taken"):
        floor.infraction(stamp=Stamp(device="tablet-1", number=4))
    floor.infraction(stamp=Stamp(device="tablet-2", number=4))
    other_floor.infraction(stamp=Stamp(device="tablet-1", number=4))
    yielded = floor.infraction(stamp=Stamp(device="tablet-1", number=4, yields=True), comment="again")
    assert (yielded.device, yielded.device_number) == ("tablet-1", None)


def test_what_a_record_always_carries(floor):
    stamp = Stamp(device_time=floor.at(0.5), device="tablet-1", number=7, source=RecordSource.PAPER)
    row = floor.infraction(stamp=stamp, at=floor.at(3))
    assert (row.event, row.round, row.match, row.table) == (floor.event, floor.round, floor.match, 1)
    assert row.judge == floor.judge.user
    assert (row.device_time, row.server_time) == (floor.at(0.5), floor.at(3))
    assert (row.device, row.device_number, row.source) == ("tablet-1", 7, "paper")
    assert row.policy_version == EventPolicy.objects.get(event=floor.event).version
    assert row.id == stamp.id


def test_the_first_record_starts_the_default_policy(floor):
    floor.infraction()
    assert EventPolicy.objects.get(event=floor.event).profile == "competitive"


def test_one_act_is_one_audit_row_with_the_log_s_end(floor):
    floor.infraction()
    audit = AuditRow.objects.get(event=floor.event)
    last = Record.objects.filter(event=floor.event).last()
    assert audit.act == "log_infraction"
    assert (audit.details["log"], audit.details["log_hash"]) == (last.sequence, last.hash) == (2, last.hash)


def test_an_act_that_fails_half_way_leaves_nothing(floor):
    with refusal("comment_missing"):
        floor.infraction(penalty="RL")  # a deviation without a reason
    assert Record.objects.count() == 0
    assert AuditRow.objects.count() == 0


def test_another_event_s_table_is_refused(floor, other_floor):
    with refusal("other_event"):
        floor.infraction(match=other_floor.match)


def test_the_parts_that_changed_are_raised(floor):
    floor.infraction()
    parts = set(LiveVersion.objects.filter(event=floor.event).values_list("part", flat=True))
    assert parts == {"table 1", "rulings", "tables"}
