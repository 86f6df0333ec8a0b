"""A result entered at the table: one tap for the format, and back to the sheet."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from matches.enums import DecidedBy, ResultStatus, Role, Source
from matches.models import Event, Result
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(client, floor):
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


def url(floor):
    return reverse("judging:result", args=[floor.event.slug, floor.match.pk])


def sheet(floor):
    return reverse("judging:table", args=[floor.event.slug, floor.match.pk])


def stored(floor):
    return Result.objects.filter(match=floor.match, status=ResultStatus.CONFIRMED).first()


def texts(answer):
    return " ".join(answer.content.decode().split())


def test_one_tap_stores_it_and_leads_back_to_the_sheet(judge, floor):
    assert url(floor) in texts(judge.get(sheet(floor)))
    page = texts(judge.get(url(floor)))
    assert f"{floor.player.unique_name} wins" in page
    assert 'name="score" value="2-1"' in page
    answer = judge.post(url(floor), {"score": "1-2", "decided": ""})
    assert answer.url == sheet(floor)
    result = stored(floor)
    assert ([line.rounds_won for line in result.lines.order_by("seat__index")], result.source) == ([1, 2], Source.JUDGE)
    assert reverse("matches:undo_result", args=[floor.event.slug, floor.match.pk]) in texts(judge.get(sheet(floor)))


def test_a_result_that_the_device_sends_again_is_stored_once(judge, floor):
    sent = {"score": "2-1", "decided": "", "record": uuid.uuid4()}
    headers = {"X-Entry": str(sent["record"]), "X-Entry-User": str(floor.user(Role.FLOOR_JUDGE).pk)}
    for mode in ("later", "later"):
        answer = judge.post(url(floor), sent, headers={**headers, "X-Entry-Mode": mode})
        assert answer.json()["stored"] is True
    assert Result.objects.count() == 1
    other = judge.post(url(floor), {**sent, "score": "0-2", "record": uuid.uuid4()})
    assert other.status_code == 422, "another result is a correction"


def test_how_it_was_decided(subtests: pytest.Subtests, judge, floor):
    for sent, decided, outcomes in [
        ({"score": "1-0", "decided": "conceded"}, DecidedBy.CONCESSION, ["loss", "win"]),
        ({"score": "1-1", "decided": "running_bank_lost"}, DecidedBy.TIME, ["loss", "win"]),
        ({"decided": "no_show_2"}, DecidedBy.NO_SHOW, ["win", "loss"]),
        ({"decided": "no_show_both"}, DecidedBy.NO_SHOW, ["loss", "loss"]),
    ]:
        with subtests.test(sent=sent, decided=decided, outcomes=outcomes), undone(floor):
            judge.post(url(floor), sent)
            result = stored(floor)
            assert result.decided_by == decided
            assert [line.outcome for line in result.lines.order_by("seat__index")] == outcomes


def test_blitz_asks_for_totals_and_the_pot_and_keeps_what_was_typed(judge, floor):
    Event.objects.update(rules={"edition": "guide", "format": "blitz", "jokers": True})
    answer = judge.post(url(floor), {"own": "900", "theirs": "", "pot": "1900"})
    assert answer.status_code == 422
    assert "Enter the result." in texts(answer)
    assert 'value="900"' in texts(answer)
    asked = judge.post(url(floor), {"own": "4", "theirs": "2"})
    assert "$4 to $2?" in texts(asked)
    assert judge.post(url(floor), {"own": "900", "theirs": "1000", "pot": "1900"}).url == sheet(floor)
    assert stored(floor).pot == 1900


def test_a_table_with_a_result_says_who_may_correct_it(judge, floor):
    judge.post(url(floor), {"score": "2-0"})
    page = texts(judge.get(url(floor)))
    assert "2–0" in page
    assert "the desk or the head judge can correct it" in page
    judge.force_login(floor.user(Role.HEAD_JUDGE))
    assert reverse("matches:table", args=[floor.event.slug, floor.match.pk]) in texts(judge.get(url(floor)))
