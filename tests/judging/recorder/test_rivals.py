"""Two devices that begin a record of one table without knowing of one another: both are kept, and somebody chooses."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from judging.models import TurnRecord
from judging.recorder.queries.exports import turns_file
from judging.recorder.queries.recorded import RecordedMatch, recorded, recorded_on
from judging.recorder.services.recording import read_in_record, start_record
from judging.recorder.services.rivals import choose_record
from judging.recorder.services.taps import Tap, write_token
from judging.recorder.views.rivals import contest_of
from matches.enums import Role
from matches.errors import Refused
from matches.export_plugins import JSON_LINES, ExportRequest
from matches.models import AuditRow
from tests.factories import EventRoleFactory
from tests.judging.conftest import Floor
from tests.undone import undone

pytestmark = pytest.mark.django_db


def begin(floor: Floor, device: str, *tokens: str, known: int | None = 0) -> TurnRecord:
    """A record that a device began when it knew of ``known``, with the taps that waited behind it."""
    start_record(match=floor.match, actor=floor.judge, first="A", device=device, known=known)
    for token in tokens:
        found = on(floor, device)
        tap = Tap(device=device, revision=found.row.revision, step=uuid.uuid4())
        write_token(recorded=found, actor=floor.judge, tap=tap, token=token)
    return on(floor, device).row


def on(floor: Floor, device: str) -> RecordedMatch:
    found = recorded_on(floor.event, floor.match, device)
    assert found is not None
    return found


def tokens(found: RecordedMatch | None) -> list[str]:
    assert found is not None
    return [token for token in found.record.rounds[0].turns[0].actions if token[0] != "@"]


def test_the_later_record_is_kept_beside_the_one_that_counts(floor: Floor) -> None:
    first, second = begin(floor, "one", "7", "4"), begin(floor, "two", "9", "5", "6")
    assert [(row.number, row.aside, row.contested) for row in (first, second)] == [(1, False, False), (2, True, True)]
    assert tokens(recorded(floor.event, floor.match)) == ["7", "4"], "the one that counted still does"
    assert tokens(on(floor, "two")) == ["9", "5", "6"], "nothing that was tapped is lost"
    assert tokens(on(floor, "one")) == tokens(on(floor, "three")) == ["7", "4"]
    log = AuditRow.objects.filter(event=floor.event, act="start_record").order_by("pk").last()
    assert log is not None
    assert (log.details["record"], log.details["beside"]) == (2, 1)


def test_who_knew_of_the_record_begins_the_next_one(subtests: pytest.Subtests, floor: Floor) -> None:
    """The page showed it, it was the device's own, or nobody says (the API)."""
    for device, known in [("two", 1), ("one", 0), ("two", None)]:
        with subtests.test(device=device, known=known), undone(floor):
            begin(floor, "one", "7")
            row = begin(floor, device, known=known)
            assert (row.number, row.aside, row.contested) == (2, False, False)


def test_a_record_that_is_read_in_is_contested_as_well(floor: Floor) -> None:
    begin(floor, "one", "7")
    row = read_in_record(match=floor.match, actor=floor.judge, text="Round 1, A first\nA: 7 B", device="two", known=0)
    assert row.contested


def test_the_chosen_one_counts_and_both_can_be_read(subtests: pytest.Subtests, floor: Floor) -> None:
    for number, kept in [(1, ["7", "4"]), (2, ["9"])]:
        with subtests.test(number=number, kept=kept), undone(floor):
            begin(floor, "one", "7", "4"), begin(floor, "two", "9")
            choose_record(match=floor.match, actor=floor.judge, number=number)
            for device in ("one", "two", "three"):
                assert tokens(on(floor, device)) == kept
            assert tokens(recorded(floor.event, floor.match, 1)) == ["7", "4"]
            assert tokens(recorded(floor.event, floor.match, 2)) == ["9"]
            log = AuditRow.objects.filter(event=floor.event, act="choose_record").get()
            assert (log.details["record"], log.details["among"]) == (number, [1, 2])
            with pytest.raises(Refused, match="already chosen"):
                choose_record(match=floor.match, actor=floor.judge, number=number)
            other = recorded(floor.event, floor.match, 3 - number)
            assert other is not None
            late = Tap(device=other.row.device, revision=other.row.revision, step=uuid.uuid4())
            with pytest.raises(Refused, match="newer record"):
                write_token(recorded=other, actor=floor.judge, tap=late, token="5")


def test_the_file_of_turns_has_the_record_that_counts(floor: Floor) -> None:
    begin(floor, "one", "7", "4"), begin(floor, "two", "9")
    request = ExportRequest()
    assert b'"7"' in turns_file(floor.event, request, JSON_LINES)
    choose_record(match=floor.match, actor=floor.judge, number=2)
    assert b'"7"' not in turns_file(floor.event, request, JSON_LINES)


def test_the_database_has_no_contested_record_that_counts(floor: Floor) -> None:
    row = begin(floor, "one")
    with pytest.raises(IntegrityError), transaction.atomic():
        TurnRecord.objects.filter(pk=row.pk).update(contested=True)


# Pages


def page(floor: Floor, name: str) -> str:
    return reverse(f"judging:{name}", args=[floor.event.slug, floor.match.pk])


def text(answer: Any) -> str:
    return " ".join(re.sub("<[^>]+>", " ", answer.content.decode()).split())


@pytest.fixture
def judges(floor: Floor) -> tuple[Client, Client]:
    """Two judges, of whom the second knows nothing of the record of the first."""
    first, second = Client(), Client()
    first.force_login(floor.user(Role.FLOOR_JUDGE))
    second.force_login(EventRoleFactory(event=floor.event, role=Role.FLOOR_JUDGE).user)
    for client in (first, second):
        kept = client.get(page(floor, "recorder")).context["start_form"].initial["known"]
        client.pages = kept  # type: ignore[attr-defined]
    for client in (first, second):
        sent = {"first": "A", "record": uuid.uuid4(), "known": client.pages}  # type: ignore[attr-defined]
        headers = {"X-Entry": str(sent["record"]), "X-Entry-Mode": "later"}
        user = client.session["_auth_user_id"]
        answer = client.post(page(floor, "recorder_start"), sent, headers={**headers, "X-Entry-User": user})
        assert answer.json()["stored"]
    assert "Another device has recorded table 1, too." in answer.json()["text"]
    return first, second


def test_the_second_judge_and_the_head_judge_are_asked(floor: Floor, judges: tuple[Client, Client]) -> None:
    first, second = judges
    assert ": record 2 does not count" in text(first.get(page(floor, "table")))
    shown = text(second.get(page(floor, "recorder")))
    assert "recorded twice" in shown
    for choice in (
        "Keep mine",
        f"by {floor.user(Role.FLOOR_JUDGE)}",
        "Look at record 1",
        "Look at record 2",
    ):
        assert choice in shown
    assert "recorded twice" in text(first.get(page(floor, "table")))
    head = Client()
    head.force_login(floor.user(Role.HEAD_JUDGE))
    docket = head.get(reverse("judging:head", args=[floor.event.slug]))
    assert "recorded twice" in text(docket)
    assert docket.context["count"] == 1
    for number in (1, 2):
        assert head.get(page(floor, "record_report") + f"?record={number}").status_code == 200
    answer = second.post(page(floor, "record_choose"), {"number": 2, "next": page(floor, "recorder")})
    assert answer.url == page(floor, "recorder")
    assert recorded(floor.event, floor.match).row.number == 2  # type: ignore[union-attr]
    for client, name in ((first, "recorder"), (second, "recorder"), (first, "table")):
        assert "recorded twice" not in text(client.get(page(floor, name)))
    log = text(head.get(reverse("judging:log", args=[floor.event.slug]), {"show": "everything"}))
    assert ": record 2 counts" in log
    assert "You are watching" in text(first.get(page(floor, "recorder")))
    for wrong in ("1", "7", "", "9" * 5000):
        assert "already chosen" in text(first.post(page(floor, "record_choose"), {"number": wrong}, follow=True))


def test_of_three_records_three_are_spoken_of(floor: Floor, judges: tuple[Client, Client]) -> None:
    begin(floor, "third", "7", known=0)
    contest = contest_of(floor.event, floor.match)
    assert contest is not None
    assert len(contest.rivals) == 3
    shown = text(judges[0].get(page(floor, "table")))
    assert "recorded 3 times" in shown
    assert "recorded twice" not in shown
    assert "Two devices" not in shown
