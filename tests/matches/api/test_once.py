"""Idempotency-Key: a request sent twice creates one object and is answered the same."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from rest_framework.response import Response
from rest_framework.test import APIClient

from matches.enums import Role
from matches.models import AuditRow, Event, Result
from tests.matches.conftest import Hall

pytestmark = pytest.mark.django_db


def send(client: APIClient, url: str, body: Any, key: object, **more: Any) -> Response:
    return client.post(url, body, headers={"Idempotency-Key": str(key)}, **more)


def test_a_player_signed_up_twice_is_one(hall: Hall) -> None:
    client, key = hall.client(), uuid.uuid4()
    first, second = (send(client, hall.url("entries"), {"name": "Zoe Zander"}, key) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.data == second.data
    assert first.headers["Location"] == second.headers["Location"]
    assert ("Idempotent-Replay" in first.headers, second.headers["Idempotent-Replay"]) == (False, "true")
    assert hall.event.entries.filter(player__name="Zoe Zander").count() == 1


def test_an_event_made_twice_is_one(account: APIClient) -> None:
    body, key = {"name": "Spring Open", "date": "2027-04-03", "preset": "competitive"}, uuid.uuid4()
    first, second = (send(account, "/api/v1/events/", body, key) for _ in range(2))
    assert first.data == second.data
    assert Event.objects.filter(name="Spring Open").count() == 1


def test_a_result_reported_twice_is_one_version(hall: Hall) -> None:
    client, key, url = hall.client(), uuid.uuid4(), hall.url("results", hall.matches[0].key)
    first, second = (send(client, url, {"score": "2-1"}, key) for _ in range(2))
    assert first.data == second.data
    assert Result.objects.filter(match=hall.matches[0]).count() == 1


def test_a_list_imported_twice_is_there_once(hall: Hall) -> None:
    client, key, url = hall.client(), uuid.uuid4(), hall.url("entries-import") + "?take=good"
    body = b"name,seed\nZoe Zander,1\nYan Young,first\n"
    first, second = (send(client, url, body, key, content_type="text/csv") for _ in range(2))
    assert first.data == second.data
    assert (first.data["imported"], [f["line"] for f in first.data["findings"]]) == (1, [3])


def test_another_body_with_the_same_key_is_refused(hall: Hall) -> None:
    client, key = hall.client(), uuid.uuid4()
    send(client, hall.url("entries"), {"name": "Zoe Zander"}, key)
    response = send(client, hall.url("entries"), {"name": "Yan Young"}, key)
    assert (response.status_code, response.data["code"]) == (422, "key_used_before")
    assert response.data["field"] == "Idempotency-Key"
    assert not hall.event.entries.filter(player__name="Yan Young").exists()


def test_a_refused_request_may_be_sent_again_with_its_key(hall: Hall) -> None:
    client, key = hall.client(), uuid.uuid4()
    refused = send(client, hall.url("entries"), {"name": "=1+1"}, key)
    assert (refused.status_code, refused.data["field"]) == (422, "name")
    assert send(client, hall.url("entries"), {"name": "Zoe Zander"}, key).data["name"] == "Zoe Zander"


def test_the_key_of_another_person_is_refused(hall: Hall) -> None:
    key, body = uuid.uuid4(), {"name": "Zoe Zander"}
    send(hall.client(Role.ORGANISER), hall.url("entries"), body, key)
    response = send(hall.client(Role.SCOREKEEPER), hall.url("entries"), body, key)
    assert (response.status_code, response.data["code"]) == (409, "form_of_another")
    assert hall.event.entries.filter(player__name="Zoe Zander").count() == 1


def test_two_players_may_use_the_same_key(hall: Hall) -> None:
    key, url = uuid.uuid4(), hall.url("results", hall.matches[0].key)
    first, second = (hall.player(entry) for entry in hall.seated(hall.matches[0]))
    assert send(first, url, {"score": "2-1"}, key).data["version"] == 1
    assert send(second, url, {"score": "2-1"}, key).data["code"] == "key_used_before"
    assert hall.matches[0].results.count() == 1


def test_a_key_must_be_a_uuid(hall: Hall) -> None:
    response = send(hall.client(), hall.url("entries"), {"name": "Zoe"}, "1")
    assert response.data["errors"] == {"Idempotency-Key": ["This is not a UUID."]}


def test_an_action_that_is_sent_twice_takes_effect_once(hall: Hall) -> None:
    url, key = hall.url("round-add", 1, 2), uuid.uuid4()
    answers = [send(hall.client(), url, {"minutes": 3}, key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert [answer.headers.get("Idempotent-Replay") for answer in answers] == [None, "true"]
    assert answers[0].data["clock"]["ends_at"] == answers[1].data["clock"]["ends_at"]
    assert AuditRow.objects.filter(act="add_time").count() == 1
    other = send(hall.client(), url, {"minutes": 1}, key)
    assert (other.status_code, other.data["code"]) == (422, "key_used_before")
