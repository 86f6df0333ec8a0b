"""Open appeals and calls when a round is closed and the next one paired."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from judging.appeals.services import decide_appeal, file_appeal
from judging.calls.queries import open_calls
from judging.calls.services import call_judge
from judging.enums import AppealState
from judging.models import CallStep
from judging.records.verify_services import verify_log
from matches.enums import Role, RoundStatus, Source
from matches.errors import Refused
from matches.models import AuditRow
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round, pair_round
from matches.tables.score import Duel

pytestmark = pytest.mark.django_db


@contextmanager
def refusal(code):
    with pytest.raises(Refused) as caught:
        yield caught
    assert caught.value.code == code


@pytest.fixture
def played(floor):
    for match in floor.matches:
        report_result(match=match, score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
    return floor


@pytest.fixture
def desk(played):
    return played.actor(Role.SCOREKEEPER)


@pytest.fixture
def appeal(played):
    return file_appeal(event=played.event, match=played.match, actor=played.judge, statement="miscounted")


def act_url(floor):
    return reverse("matches:round_act", args=[floor.event.slug, floor.round.pk, "close"])


def test_a_round_with_an_open_appeal_is_closed_only_all_the_same(played, desk, appeal):
    with refusal("appeals_open") as caught:
        close_round(round=played.round, actor=desk)
    assert caught.value.details == ["round 1, table 1"]
    close_round(round=played.round, actor=desk, despite_appeals=True)
    with refusal("appeals_open"):
        pair_round(stage=played.round.stage, actor=desk)
    decide_appeal(appeal=appeal, state=AppealState.UPHELD, actor=played.head)
    assert pair_round(stage=played.round.stage, actor=desk).number == 2


def test_the_page_asks_and_goes_on_when_confirmed(client, played, desk, appeal):
    client.force_login(desk.user)
    asked = client.post(act_url(played))
    assert "round 1, table 1" in asked.content.decode()
    played.round.refresh_from_db()
    assert played.round.status != RoundStatus.CLOSED
    client.post(act_url(played), {"confirmed": "1"})
    played.round.refresh_from_db()
    assert played.round.status == RoundStatus.CLOSED
    pair = {"stage": played.round.stage_id, "number": 2}
    url = reverse("matches:pair", args=[played.event.slug])
    assert "round 1, table 1" in client.post(url, pair).content.decode()
    assert client.post(url, {**pair, "confirmed": "1"}).status_code == 302


def test_the_api_answers_409_and_goes_on_when_told(played, desk, appeal):
    api = APIClient()
    api.force_authenticate(desk.user)
    url = reverse("api-round-close", args=[played.event.slug, 1, 1])
    answer = api.post(url, {}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "appeals_open")
    assert api.post(url, {"despite_appeals": True}, format="json").status_code == 200


def test_calls_are_closed_with_their_round(played, desk):
    call_judge(match=played.match, actor=played.judge)
    rows = AuditRow.objects.count()
    close_round(round=played.round, actor=desk)
    assert open_calls(played.event) == []
    assert (CallStep.objects.get().reason, CallStep.objects.get().judge) == ("round closed", desk.user)
    assert AuditRow.objects.count() == rows + 1
    assert verify_log(played.event) == []


def test_calls_are_carried_over_by_choice(client, played, desk):
    call_judge(match=played.match, actor=played.judge)
    client.force_login(desk.user)
    asked = client.post(act_url(played)).content.decode()
    assert "A call for a judge is open at table 1." in asked
    client.post(act_url(played), {"confirmed": "1", "carry_calls": "1"})
    assert len(open_calls(played.event)) == 1
    played.round.refresh_from_db()
    assert played.round.status == RoundStatus.CLOSED
