"""Entries that a device kept: answered in JSON, stored once, in the name of the judge who made them."""

from __future__ import annotations

import re
import uuid
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.head.number_queries import number_gaps
from judging.head.queries import docket_of
from judging.models import CallStep, Infraction, PenaltyEvent, Record, TableEvent, UnloggedEntry
from judging.policies.queries import rules_of
from judging.rulings.services.rulings import log_ruling
from matches.enums import Role, RoundStatus
from matches.models import EventRole
from tests.factories import RoundFactory
from tests.judging.conftest import Floor

pytestmark = pytest.mark.django_db


def send(client: Client, floor: Floor, name: str, *args: Any, later: bool = True, **data: Any) -> Any:
    key = str(data.setdefault("record", uuid.uuid4()))
    headers = {
        "X-Entry": key,
        "X-Entry-User": str(floor.user(Role.FLOOR_JUDGE).pk),
        "X-Entry-Mode": "later" if later else "now",
        "Accept": "application/json" if later else "*/*",
    }
    url = reverse(f"judging:{name}", args=[floor.event.slug, *args])
    return client.post(url, {"device": "tablet", **data}, headers=headers)


@pytest.fixture
def judge(client: Client, floor: Floor) -> Client:
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


def fault(judge: Client, floor: Floor, penalty: str = "W", **data: Any) -> Any:
    return send(judge, floor, "fault", floor.match.pk, "GP-HAND", floor.player.number, penalty=penalty, **data)


def test_an_entry_is_stored_once_with_both_times_and_its_number(judge: Client, floor: Floor) -> None:
    key, made = uuid.uuid4(), timezone.now() - timedelta(minutes=9)
    sent = {"record": key, "device_number": 4, "device_time": made.isoformat(), "waited": 540}
    answers = [fault(judge, floor, **sent).json() for _ in range(3)]
    assert answers[0]["stored"] is True
    assert "Hand limit exceeded" in answers[0]["text"]
    assert answers[1:] == [{"stored": True, "again": True}] * 2
    row = Infraction.objects.get()
    assert (row.pk, row.device, row.device_number, row.device_time) == (key, "tablet", 4, made)
    assert row.server_time - made > timedelta(minutes=8)


def test_a_copied_device_is_told_that_another_counts_under_its_name(judge: Client, floor: Floor) -> None:
    assert "X-Entry-Number" not in fault(judge, floor, device_number=4).headers
    copied = fault(judge, floor, device_number=4, comment="from the copy")
    assert (copied.json()["stored"], copied.headers["X-Entry-Number"]) == (True, "taken")
    assert [row.device_number for row in Infraction.objects.order_by("sequence")] == [4, None]
    assert "X-Entry-Number" not in fault(judge, floor).headers, "an entry without a number has lost none"
    again = send(judge, floor, "table_act", floor.match.pk, "cover", device_number=4)
    assert again.headers["X-Entry-Number"] == "taken", "a button as well"


def test_the_judge_at_the_form_gets_the_next_page_and_its_message(judge: Client, floor: Floor) -> None:
    told = fault(judge, floor, later=False).json()
    assert told["location"] == reverse("judging:table", args=[floor.event.slug, floor.match.pk])
    assert b"Hand limit exceeded (GP-HAND)." in judge.get(told["location"]).content


@pytest.mark.parametrize("name", ["cover", "pause"])
def test_a_table_mark_has_the_device_s_stamp(judge: Client, floor: Floor, name: str) -> None:
    made = timezone.now() - timedelta(minutes=3)
    sent = {"record": uuid.uuid4(), "device_number": 7, "device_time": made.isoformat()}
    for _ in range(2):
        assert send(judge, floor, "table_act", floor.match.pk, name, **sent).status_code == 200
    row = TableEvent.objects.get()
    assert (row.pk, row.device_number, row.device_time) == (sent["record"], 7, made)


def test_a_call_s_step_has_the_device_s_stamp(judge: Client, floor: Floor) -> None:
    send(judge, floor, "table_act", floor.match.pk, "call")
    call = Record.objects.get(kind="call")
    key = uuid.uuid4()
    assert send(judge, floor, "call_act", call.pk, "claim", record=key).json() == {"text": ""}
    assert CallStep.objects.get().pk == key


def test_who_signed_in_meanwhile_does_not_get_the_entries_of_another(client: Client, floor: Floor) -> None:
    assert fault(client, floor).status_code == 401
    client.force_login(floor.user(Role.DEPUTY_HEAD))
    answer = fault(client, floor)
    assert (answer.status_code, answer.json()["code"]) == (409, "other_user")
    assert not Record.objects.exists()


def test_an_id_that_belongs_to_something_else_is_refused(judge: Client, floor: Floor) -> None:
    known = log_ruling(event=floor.event, actor=floor.deputy, match=floor.match, matter="other", outcome="x")
    assert fault(judge, floor, record=known.pk).status_code == 422
    assert not Infraction.objects.exists()


def test_a_ruling_for_a_match_that_was_paired_again_waits_for_an_answer(judge: Client, floor: Floor) -> None:
    floor.round.status = RoundStatus.WITHDRAWN
    floor.round.save()
    RoundFactory(stage=floor.round.stage, number=floor.round.number, attempt=2)
    key = uuid.uuid4()
    answer = fault(judge, floor, record=key, waited=60)
    assert answer.status_code == 422
    assert "paired again" in answer.content.decode()
    assert str(key) in answer.content.decode()
    assert not Infraction.objects.exists()
    assert fault(judge, floor, record=key, waited=60, anyway="1").json()["stored"] is True
    assert Infraction.objects.get().pk == key


def after(judge: Client, floor: Floor, made: datetime, *, times: int, **data: Any) -> Any:
    """The answer to a hand limit of this judge's, of which a deputy had given ``times`` shortly before."""
    for n in range(times):
        floor.infraction(actor=floor.deputy, at=made + timedelta(seconds=n))
    return fault(judge, floor, device_time=(made + timedelta(seconds=90)).isoformat(), **data)


def head_page(client: Client, floor: Floor) -> str:
    client.force_login(floor.user(Role.HEAD_JUDGE))
    return client.get(reverse("judging:head", args=[floor.event.slug])).content.decode()


def test_a_count_that_changed_before_the_entry_came_is_told_to_the_head_judge(judge: Client, floor: Floor) -> None:
    answer = after(judge, floor, timezone.now() - timedelta(minutes=20), times=1, waited=1200, told="W:1")
    assert answer.json()["stored"] is True
    row = Infraction.objects.order_by("sequence").last()
    assert row is not None
    assert (row.nth, row.suggestion["told"]) == (2, {"penalty": "W", "nth": 1})
    assert PenaltyEvent.objects.get(infraction=row).penalty == "W"
    assert len(docket_of(floor.event, rules_of(floor.event).policy, timezone.now()).duplicates) == 1
    page = head_page(judge, floor)
    assert "Recounted" in page
    assert "This was the second time. The judge was offline and saw this suggestion: Warning." in page
    assert "Possible duplicates" in page


def test_a_penalty_that_would_be_another_one_by_now_stands_without_a_comment(judge: Client, floor: Floor) -> None:
    made = timezone.now() - timedelta(minutes=20)
    assert after(judge, floor, made, times=2, waited=1200, told="W:1").json()["stored"] is True
    step = PenaltyEvent.objects.order_by("sequence").last()
    assert step is not None
    assert step.infraction.nth == 3
    assert (step.penalty, step.deviation, step.provisional) == ("W", True, True)
    page = head_page(judge, floor)
    assert "Deviations to approve" in page
    assert "occurrence 3" in page
    assert "Recounted" not in page


def test_nothing_is_told_where_the_count_is_the_same(judge: Client, floor: Floor) -> None:
    assert fault(judge, floor, waited=1200, told="W:1").json()["stored"] is True
    assert "told" not in Infraction.objects.get().suggestion
    assert "Recounted" not in head_page(judge, floor)


def gaps(client: Client, floor: Floor) -> list[str]:
    """The lines below *Missing numbers*."""
    page = " ".join(head_page(client, floor).split())
    listed = page.partition("Missing numbers")[2].partition("</section>")[0]
    return [re.sub("<[^>]+>", "", line) for line in re.findall("<li>(.*?)</li>", listed)]


def cover(judge: Client, floor: Floor, match: int = 0, **data: Any) -> Any:
    return send(judge, floor, "table_act", floor.matches[match].pk, "cover", **data)


def test_a_number_that_did_not_come_shows_between_tables_and_times(judge: Client, floor: Floor) -> None:
    for match, number, minute in ((0, 2, 5), (1, 3, 7), (0, 6, 11)):
        made = datetime(2026, 3, 7, 10, minute, tzinfo=ZoneInfo(floor.event.time_zone)).isoformat()
        assert cover(judge, floor, match, device_number=number, device_time=made).status_code == 200
    name = floor.user(Role.FLOOR_JUDGE)
    assert gaps(judge, floor) == [
        f"{name}: No. 1, before table 1 at 10:05",
        f"{name}: No. 4–5, between table 2 at 10:07 and table 1 at 10:11",
    ]


def test_the_number_of_a_refused_form_is_not_missing(judge: Client, floor: Floor) -> None:
    """It came, whether the form is corrected, left or discarded; so did a button with nothing to do, and one at a table
    that is gone."""
    assert fault(judge, floor, device_number=1, penalty="RL", comment="").status_code == 422
    assert fault(judge, floor, device_number=2).json()["stored"] is True
    again = fault(judge, floor, device_number=3, penalty="RL", later=False)
    assert again.status_code == 422
    assert send(judge, floor, "table_act", floor.match.pk, "call").status_code == 200
    assert send(judge, floor, "table_act", floor.match.pk, "call", device_number=4).status_code in (200, 409)
    assert send(judge, floor, "table_act", 99999, "cover", device_number=5).status_code == 404
    assert cover(judge, floor, device_number=7).status_code == 200
    assert [row.number for row in UnloggedEntry.objects.order_by("number")] == [1, 3, 4, 5]
    assert [row.table for row in UnloggedEntry.objects.order_by("number")] == [1, 1, 1, None]
    assert [gap.numbers for gap in number_gaps(floor.event)] == ["6"]


def test_the_number_of_a_judge_whose_role_was_taken_away_meanwhile_came(judge: Client, floor: Floor) -> None:
    user = floor.user(Role.FLOOR_JUDGE)
    assert cover(judge, floor, device_number=1).status_code == 200
    EventRole.objects.filter(event=floor.event, user=user).delete()
    assert cover(judge, floor, device_number=2).status_code == 403
    EventRole.objects.create(event=floor.event, user=user, role=Role.FLOOR_JUDGE)
    assert cover(judge, floor, device_number=3).status_code == 200
    assert number_gaps(floor.event) == []
    assert [row.number for row in UnloggedEntry.objects.all()] == [2]


def test_a_form_that_another_site_sent_notes_no_number(floor: Floor) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(floor.user(Role.FLOOR_JUDGE))
    assert cover(strict, floor, device_number=5).status_code == 403
    assert not UnloggedEntry.objects.exists()


def test_a_corrected_form_has_its_record_and_strangers_leave_no_numbers(
    judge: Client, client: Client, floor: Floor, other_floor: Floor
) -> None:
    assert fault(judge, floor, device_number=1, penalty="RL", comment="").status_code == 422
    assert fault(judge, floor, device_number=1).json()["stored"] is True
    assert number_gaps(floor.event) == []
    answer = send(judge, other_floor, "table_act", other_floor.match.pk, "cover", device_number=2_000_000_000)
    assert answer.status_code in (403, 409)
    assert not UnloggedEntry.objects.filter(event=other_floor.event).exists()
    assert cover(judge, floor, device_number=2_000_000_000).status_code == 200
    assert [gap.numbers for gap in number_gaps(floor.event)] == ["2–1999999999"], "told at once, not number by number"


def test_a_judge_who_is_there_is_asked_instead(judge: Client, floor: Floor) -> None:
    answer = after(judge, floor, timezone.now() - timedelta(minutes=1), times=1, told="W:1")
    assert answer.status_code == 422
    assert Infraction.objects.count() == 1
