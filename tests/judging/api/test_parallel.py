"""The same request several times at one moment: made once, and every copy answered as the first. Both databases."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections
from rest_framework.response import Response
from rest_framework.test import APIClient

from judging.models import Call, Infraction, Record, Ruling
from matches.audit.services import verify_audit
from matches.enums import Role
from matches.models import Event, Result
from tests.matches.conftest import Hall, running
from tests.patience import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

COPIES = 6


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    made = running()
    for role in (Role.ORGANISER, Role.HEAD_JUDGE, Role.FLOOR_JUDGE):
        made.token(role)
    return made


def at_once(ask: Callable[[], Response]) -> list[Response]:
    """What each of several copies was answered; they start together, each on a connection of its own."""
    barrier = Barrier(COPIES)

    def run(_copy: int) -> Response:
        try:
            barrier.wait(timeout=PATIENCE)
            return ask()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(COPIES) as pool:
        return list(pool.map(run, range(COPIES)))


def keyed(client: APIClient, url: str, body: Any, **more: Any) -> list[Response]:
    key = str(uuid.uuid4())
    return at_once(lambda: client.post(url, body, headers={"Idempotency-Key": key}, **more))


def check_keyed(answers: list[Response]) -> None:
    assert [answer.status_code for answer in answers] == [201] * COPIES, [answer.data for answer in answers]
    assert all(answer.data == answers[0].data for answer in answers)
    assert sum("Idempotent-Replay" not in answer.headers for answer in answers) == 1


def test_a_player_signed_up(hall: Hall) -> None:
    answers = keyed(hall.client(), hall.url("entries"), {"name": "Zoe Zander"})
    check_keyed(answers)
    assert len({answer.headers["Location"] for answer in answers}) == 1
    assert hall.event.entries.filter(player__name="Zoe Zander").count() == 1


def test_a_list_imported(hall: Hall) -> None:
    body = b"name\nZoe Zander\nYan Young\n"
    check_keyed(keyed(hall.client(), hall.url("entries-import"), body, content_type="text/csv"))
    assert hall.event.entries.filter(player__name__in=("Zoe Zander", "Yan Young")).count() == 2


def test_an_event_made(hall: Hall) -> None:
    body = {"name": "Spring Open", "date": "2027-04-03", "preset": "competitive"}
    check_keyed(keyed(hall.client(), "/api/v1/events/", body))
    assert Event.objects.filter(name="Spring Open").count() == 1


@pytest.mark.parametrize("who", ["desk", "player"])
def test_a_result_reported(hall: Hall, who: str) -> None:
    match = hall.matches[0]
    client = hall.client() if who == "desk" else hall.player(hall.seated(match)[0])
    check_keyed(keyed(client, hall.url("results", match.key), {"score": "2-1"}))
    assert Result.objects.filter(match=match).count() == 1
    assert verify_audit(hall.event) is None


def test_a_refused_request_is_refused_to_all_and_stores_nothing(hall: Hall) -> None:
    answers = keyed(hall.client(), hall.url("entries"), {"name": "=1+1"})
    assert {(answer.status_code, answer.data["field"]) for answer in answers} == {(422, "name")}


@pytest.mark.parametrize(
    ("model", "name", "body"),
    [
        (Ruling, "rulings", {"matter": "Timing", "outcome": "Resume"}),
        (Infraction, "infractions", {"code": "GP-HAND", "penalty": "W"}),
        (Call, "calls", {"about": "timing"}),
    ],
)
@pytest.mark.sampled(3)
def test_a_record_of_one_id(hall: Hall, model: type[Record], name: str, body: dict[str, Any]) -> None:
    match = hall.matches[0]
    sent = {"id": str(uuid.uuid4()), "match": match.pk, **body}
    if name == "infractions":
        sent["player"] = hall.seated(match)[0].number
    answers = at_once(lambda: hall.client(Role.HEAD_JUDGE).post(hall.url(name), sent))
    codes = sorted(answer.status_code for answer in answers)
    assert codes == [200] * (COPIES - 1) + [201], [answer.data for answer in answers]
    assert all(answer.data == answers[0].data for answer in answers)
    assert model._default_manager.count() == 1
