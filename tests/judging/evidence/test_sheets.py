"""Paper comes back: its code, what stands on it, and how it is marked in the logs."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.enums import RecordSource
from judging.evidence.queries import SHEET, incident_file
from judging.evidence.services import attach_photo
from judging.evidence.sheet_services import Sheet, take_sheet
from judging.models import Acknowledgement, Appeal, Incident, Infraction, Record, Ruling
from judging.papers.queries import short_code
from judging.records.forms import moment_of
from judging.records.services import Stamp
from judging.rulings.services.rulings import log_incident
from matches.enums import EntryStatus, MatchKind, ResultStatus, Role, RoundStatus, Source
from matches.errors import Refused
from matches.models import AuditRow, Entry, Result
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.judging.conftest import Floor
from tests.judging.evidence.pictures import photo
from tests.undone import undone

pytestmark = pytest.mark.django_db

TWO_ONE = Duel(rounds=(2, 1), winner=0)


@pytest.fixture
def judge(client: Client, floor: Floor) -> Client:
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


def page(floor: Floor, name: str = "sheet", *more: object) -> str:
    return reverse(f"judging:{name}", args=[floor.event.slug, floor.match.pk, *more])


def send(judge: Client, floor: Floor, name: str = "sheet", *more: object, **data: Any) -> HttpResponse:
    return judge.post(page(floor, name, *more), {"record": uuid.uuid4(), **data})


def a_minute_ago(floor: Floor) -> tuple[str, datetime]:
    """A time as it stands on a sheet, and the moment that it is."""
    written = (timezone.now() - timedelta(minutes=1)).astimezone(ZoneInfo(floor.event.time_zone))
    return f"{written:%H:%M}", written.replace(second=0, microsecond=0)


def test_the_code_opens_the_sheet_s_page(judge: Client, floor: Floor) -> None:
    url = reverse("judging:sheet_code", args=[floor.event.slug])
    assert url in judge.get(reverse("judging:tables", args=[floor.event.slug])).content.decode()
    code = short_code(floor.match)
    for typed in (code, code.lower(), f" {code[:4]}-{code[4:]} "):
        assert judge.get(url, {"code": typed}).headers["Location"] == page(floor)


def test_a_code_that_opens_nothing(subtests: pytest.Subtests, judge: Client, floor: Floor) -> None:
    for code in ["", "12", "GGGGGGGG", "00000000", "é" * 8]:
        with subtests.test(code=code), undone(floor):
            answer = judge.get(reverse("judging:sheet_code", args=[floor.event.slug]), {"code": code})
            assert (answer.status_code, set(answer.context["form"].errors)) == (422, {"code"})
            assert f'value="{code}"' in answer.content.decode() or not code


def test_a_bye_has_no_sheet(judge: Client, floor: Floor) -> None:
    floor.match.kind, floor.match.table = MatchKind.BYE, None
    floor.match.save()
    answer = judge.get(reverse("judging:sheet_code", args=[floor.event.slug]), {"code": short_code(floor.match)})
    assert answer.status_code == 422


def test_a_sheet_with_everything(judge: Client, floor: Floor) -> None:
    text, moment = a_minute_ago(floor)
    answer = send(
        judge,
        floor,
        score="2-1",
        written_at=text,
        signed=[floor.player.number],
        protests=[floor.opponent.number],
        statement="round two was mine",
        remarks="coffee on the sheet",
        photo=SimpleUploadedFile("sheet.jpg", photo()),
    )
    assert answer.headers["Location"] == page(floor, "table")
    result = Result.objects.get(status=ResultStatus.CONFIRMED)
    assert (result.source, result.reported_by_user, result.is_locked) == (Source.PAPER, floor.judge.user, True)
    accepted = Acknowledgement.objects.order_by("sequence")
    assert [(row.entry, row.how, row.under_protest) for row in accepted] == [
        (floor.opponent, "signed", True),
        (floor.player, "signed", False),
    ]
    incident = Incident.objects.get()
    assert (incident.finding, incident.summary) == (SHEET, "coffee on the sheet")
    assert len(incident_file(incident).photos) == 1
    rows = Record.objects.filter(event=floor.event)
    assert set(rows.values_list("source", "device_time", "judge")) == {
        (RecordSource.PAPER, moment, floor.judge.user.pk)
    }
    assert Appeal.objects.get().statement == "round two was mine"
    assert AuditRow.objects.get(event=floor.event, act="take_sheet").details["includes"][0]["act"] == "report_result"
    shown = judge.get(reverse("judging:incident", args=[floor.event.slug, incident.pk])).content.decode()
    assert f"time on the sheet {text}" in shown
    lines = judge.get(page(floor, "table")).context["rows"]
    assert all(line.detail.startswith("From paper") for line in lines)
    assert lines[0].text.startswith("Photo")


def test_a_sheet_sent_twice_is_stored_once(floor: Floor) -> None:
    stamp, sheet = Stamp(), Sheet(score=TWO_ONE, signed=[floor.player], photo=photo())
    rows = [take_sheet(match=floor.match, sheet=sheet, actor=floor.judge, stamp=stamp) for _number in range(2)]
    assert (rows[0].pk, Record.objects.count(), Result.objects.count()) == (rows[1].pk, 3, 1)


def test_signatures_under_a_result_that_is_stored_already(floor: Floor) -> None:
    report_result(match=floor.match, score=TWO_ONE, actor=floor.head, source=Source.DESK)
    take_sheet(match=floor.match, sheet=Sheet(signed=[floor.player]), actor=floor.judge)
    both = Sheet(score=TWO_ONE, signed=[floor.player, floor.opponent])
    take_sheet(match=floor.match, sheet=both, actor=floor.judge)
    assert (Acknowledgement.objects.count(), Result.objects.get().is_locked) == (2, True)


def test_what_cannot_be_leaves_nothing(subtests: pytest.Subtests, judge: Client, floor: Floor) -> None:
    for data, field in [
        ({}, "__all__"),
        ({"score": "9-9"}, "score"),
        ({"score": "2-1", "written_at": "25:00"}, "written_at"),
        ({"signed": "first"}, "score"),
        ({"score": "2-1", "photo": "pdf"}, "photo"),
        ({"score": "2-1", "signed": "999"}, "signed"),
    ]:
        with subtests.test(data=data, field=field), undone(floor):
            if data.get("signed") == "first":
                data = {"signed": floor.player.number}
            if "photo" in data:
                data = {**data, "photo": SimpleUploadedFile("sheet.pdf", b"%PDF-1.7")}
            answer = send(judge, floor, **data)
            assert (answer.status_code, set(answer.context["form"].errors)) == (422, {field})
            assert (Record.objects.count(), Result.objects.count()) == (0, 0)


def test_a_photo_that_must_be_chosen_again_says_so(judge: Client, floor: Floor) -> None:
    answer = send(judge, floor, score="9-9", photo=SimpleUploadedFile("sheet.png", photo()))
    assert set(answer.context["form"].errors) == {"score", "photo"}
    assert "Choose the photo again" in answer.content.decode()
    assert not Record.objects.exists()


def test_another_result_than_the_stored_one_is_refused(judge: Client, floor: Floor) -> None:
    report_result(match=floor.match, score=TWO_ONE, actor=floor.head, source=Source.DESK)
    answer = send(judge, floor, score="1-2", signed=[floor.player.number])
    assert (answer.status_code, set(answer.context["form"].errors)) == (422, {"score"})
    assert not Acknowledgement.objects.exists()


def test_a_win_of_a_player_who_was_disqualified_is_asked_about(judge: Client, floor: Floor) -> None:
    Entry.objects.filter(seats__match=floor.match, seats__index=0).update(status=EntryStatus.DISQUALIFIED)
    asked = send(judge, floor, score="2-1")
    assert (asked.status_code, Result.objects.exists()) == (422, False)
    assert "has been disqualified. Does" in asked.content.decode()
    assert send(judge, floor, score="2-1", sure="winner_disqualified").status_code == 302
    assert Result.objects.get(match=floor.match).status == ResultStatus.CONFIRMED


def test_a_protest_that_is_too_late_leaves_nothing(floor: Floor) -> None:
    report_result(match=floor.match, score=TWO_ONE, actor=floor.head, source=Source.DESK, at=floor.at(0))
    sheet = Sheet(signed=[floor.player], protests=[floor.opponent], statement="no")
    with pytest.raises(Refused) as refused:
        take_sheet(match=floor.match, sheet=sheet, actor=floor.judge, at=floor.at(600))
    assert (refused.value.code, Record.objects.count()) == ("too_late", 0)


def test_a_closed_round_says_what_to_do(judge: Client, floor: Floor) -> None:
    floor.round.status = RoundStatus.CLOSED
    floor.round.save()
    answer = send(judge, floor, score="2-1")
    assert "Correct the result with a reason instead." in answer.content.decode()


def test_rulings_and_infractions_from_a_sheet(judge: Client, floor: Floor) -> None:
    text, moment = a_minute_ago(floor)
    send(judge, floor, "fault", "GP-HAND", floor.player.number, penalty="W", written_at=text)
    send(judge, floor, "note", outcome="shuffled again", on_paper="on")
    send(judge, floor, "note", outcome="seen", device_time="2026-01-01T10:00:00Z")
    fault, on_paper, seen = Infraction.objects.get(), *Ruling.objects.order_by("sequence")
    assert (fault.source, fault.device_time, fault.judge) == (RecordSource.PAPER, moment, floor.judge.user)
    assert (on_paper.source, on_paper.device_time) == (RecordSource.PAPER, None)
    assert seen.source == RecordSource.TABLET
    assert seen.device_time is not None
    wrong = send(judge, floor, "note", outcome="x", written_at="noon")
    assert (wrong.status_code, set(wrong.context["form"].errors)) == (422, {"written_at"})


def test_a_time_that_is_yet_to_come_was_yesterday() -> None:
    now = timezone.localtime()
    later = (now + timedelta(minutes=2)).time()
    earlier = (now - timedelta(minutes=2)).time()
    assert now - timedelta(days=1) < moment_of(later) < now
    assert now - timedelta(days=1) < moment_of(earlier) < now


def test_a_photo_belongs_to_what_it_was_added_to(floor: Floor) -> None:
    one = log_incident(event=floor.event, actor=floor.judge, match=floor.match, summary="x")
    attach_photo(of=one, photo=photo(), actor=floor.judge)
    sheet = take_sheet(match=floor.match, sheet=Sheet(remarks="torn"), actor=floor.judge)
    assert incident_file(sheet).photos == []
