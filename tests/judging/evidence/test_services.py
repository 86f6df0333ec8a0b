"""Statements, what belongs together, photos and their deletion."""

from __future__ import annotations

import hashlib
from datetime import timedelta

import pytest

from judging.evidence.queries import file_of, incident_file, joinable
from judging.evidence.services import attach_photo, delete_attachments, join_incident, take_statement
from judging.models import Attachment, Incident
from judging.records.services import Stamp
from judging.records.verify_services import verify_log
from judging.rulings.services.rulings import log_incident, log_ruling, withdraw_ruling
from matches.errors import Refused
from matches.models import AuditRow
from tests.judging.conftest import Floor
from tests.judging.evidence.pictures import photo

pytestmark = pytest.mark.django_db


@pytest.fixture
def incident(floor: Floor) -> Incident:
    return log_incident(event=floor.event, actor=floor.judge, match=floor.match, summary="a card on the floor")


def test_statements_say_who(floor: Floor, incident: Incident) -> None:
    take_statement(incident=incident, text=" it fell ", entry=floor.player, actor=floor.judge)
    take_statement(incident=incident, text="I saw it", by="witness", actor=floor.judge)
    said = incident_file(incident).statements
    assert [(row.concerns, row.outcome, row.comment) for row in said] == [
        (floor.player, "player", "it fell"),
        (None, "witness", "I saw it"),
    ]
    assert incident_file(incident).records == []


def test_a_statement_needs_words_and_a_player_of_the_table(floor: Floor, incident: Incident) -> None:
    with pytest.raises(Refused) as empty:
        take_statement(incident=incident, text=" ", entry=floor.player, actor=floor.judge)
    stranger = floor.matches[1].seats.get(index=0).entry
    with pytest.raises(Refused) as elsewhere:
        take_statement(incident=incident, text="x", entry=stranger, actor=floor.judge)
    assert (empty.value.code, elsewhere.value.code) == ("statement_missing", "not_at_table")


def test_what_belongs_together(floor: Floor, incident: Incident) -> None:
    logged = floor.infraction(incident=incident)
    earlier = log_ruling(event=floor.event, actor=floor.judge, match=floor.match, matter="other", outcome="x")
    floor.infraction(match=floor.matches[1], entry=floor.matches[1].seats.get(index=0).entry)
    assert [row.pk for row in joinable(incident_file(incident))] == [earlier.pk]
    joining = join_incident(incident=incident, records=[earlier], actor=floor.judge)
    assert [row.pk for row in incident_file(incident).records] == [logged.pk, earlier.pk]
    assert joinable(incident_file(incident)) == []
    with pytest.raises(Refused) as again:
        join_incident(incident=incident, records=[earlier], actor=floor.judge)
    assert again.value.code == "joined"
    withdraw_ruling(ruling=joining, reason="wrong one", actor=floor.head)
    assert [row.pk for row in incident_file(incident).records] == [logged.pk]


def test_the_last_joining_counts(floor: Floor, incident: Incident) -> None:
    row = floor.infraction(incident=incident)
    other = log_incident(event=floor.event, actor=floor.judge, match=floor.match, summary="another")
    join_incident(incident=other, records=[row], actor=floor.judge)
    assert [incident_file(one).records for one in (incident, other)] == [[], [row]]


def test_a_record_of_another_event_does_not_belong(floor: Floor, other_floor: Floor, incident: Incident) -> None:
    with pytest.raises(Refused) as refused:
        join_incident(incident=incident, records=[other_floor.infraction()], actor=floor.judge)
    assert refused.value.code == "other_event"


def test_a_photo_is_kept_with_its_hash_once(floor: Floor, incident: Incident) -> None:
    stamp = Stamp()
    row = attach_photo(of=incident, photo=photo(), actor=floor.judge, stamp=stamp)
    again = attach_photo(of=incident, photo=photo(), actor=floor.judge, stamp=stamp)
    kept = file_of(row).read_bytes()
    assert (again.pk, Attachment.objects.count(), row.size) == (row.pk, 1, len(kept))
    assert row.sha256 == row.body["sha256"] == hashlib.sha256(kept).hexdigest()
    assert len(list(file_of(row).parent.iterdir())) == 1
    assert verify_log(floor.event) == []


def test_what_is_no_photo_leaves_nothing(floor: Floor, incident: Incident) -> None:
    with pytest.raises(Refused) as refused:
        attach_photo(of=incident, photo=b"%PDF-1.7", actor=floor.judge)
    assert (refused.value.code, refused.value.parameter) == ("not_a_photo", "photo")
    assert not Attachment.objects.exists()


def test_a_photo_that_was_altered_breaks_the_log(floor: Floor, incident: Incident) -> None:
    row = attach_photo(of=incident, photo=photo(), actor=floor.judge)
    file_of(row).write_bytes(photo("PNG"))
    (found,) = verify_log(floor.event)
    assert (found.log, found.sequence) == ("judging", row.sequence)
    assert "photo" in found.what


def test_old_photos_are_deleted_and_the_log_stays_true(floor: Floor, other_floor: Floor, incident: Incident) -> None:
    old = attach_photo(of=incident, photo=photo(), actor=floor.judge, at=floor.at(0))
    theirs = log_incident(event=other_floor.event, actor=other_floor.judge, match=other_floor.match, summary="x")
    also_old = attach_photo(of=theirs, photo=photo(), actor=other_floor.judge, at=floor.at(0))
    new = attach_photo(of=incident, photo=photo(), actor=floor.judge, at=floor.at(0) + timedelta(days=9))
    now = floor.at(1) + timedelta(days=10)
    assert delete_attachments(days=10, at=now) == 2
    assert [file_of(row).is_file() for row in (old, also_old, new)] == [False, False, True]
    assert delete_attachments(days=10, at=now) == 0
    assert verify_log(floor.event) == verify_log(other_floor.event) == []
    row = AuditRow.objects.get(event=floor.event, act="delete_attachments")
    assert row.details == {"records": [old.sequence]}
