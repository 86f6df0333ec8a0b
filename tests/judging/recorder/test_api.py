"""Turns on record by the API: begun, written, refused, corrected, taken over, read in, and exported."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.response import Response
from rest_framework.test import APIClient

from judging.recorder.queries.exports import turns_file
from judging.recorder.queries.recorded import recorded
from judging.recorder.services.recording import start_record
from matches.enums import EntryStatus, ResultStatus, Role
from matches.export_plugins import JSON_LINES, ExportRequest
from matches.models import Entry, Result
from tests.judging.conftest import Floor
from tests.judging.recorder.sheets import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(floor: Floor) -> APIClient:
    client = APIClient()
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    return client


def ask(api: APIClient, floor: Floor, act: str = "", **data: Any) -> Response:
    name = f"api-turns-{act}" if act else "api-turns"
    return api.post(reverse(name, args=[floor.event.slug, floor.match.key]), data, format="json")


def write(api: APIClient, floor: Floor, revision: int, token: str, **more: Any) -> Response:
    return ask(api, floor, "write", revision=revision, step=str(uuid.uuid4()), token=token, **more)


def test_a_record_is_begun_and_written(api: APIClient, floor: Floor) -> None:
    begun = ask(api, floor, first="A")
    assert (begun.status_code, begun.json()["revision"], begun.json()["to_act"]) == (201, 0, "A")
    written = write(api, floor, 0, "7").json()
    assert written["record"]["rounds"][0]["turns"][0]["actions"][0] == "7"
    assert written["report"]["valid"]
    assert {"token": "B", "label": "Bank", "consequence": "$7 to the Bank."} in written["allowed"]
    listed = api.get(reverse("api-turns", args=[floor.event.slug, floor.match.key])).json()
    assert [one["number"] for one in listed] == [1]


def test_a_record_says_whether_it_counts_and_whether_somebody_must_choose(api: APIClient, floor: Floor) -> None:
    for device in ("one", "two"):
        start_record(match=floor.match, actor=floor.judge, first="A", device=device, known=0)
    listed = api.get(reverse("api-turns", args=[floor.event.slug, floor.match.key])).json()
    assert [(one["device"], one["aside"], one["contested"]) for one in listed] == [
        ("one", False, False),
        ("two", True, True),
    ]


def test_what_is_refused_says_why(api: APIClient, floor: Floor) -> None:
    assert ask(api, floor, "undo", revision=0, step=str(uuid.uuid4())).status_code == 404
    assert set(ask(api, floor).json()["errors"]) == {"first"}
    ask(api, floor, first="A")
    barred = write(api, floor, 0, ">Q")
    assert (barred.status_code, barred.json()["code"], barred.json()["field"]) == (422, "barred", "token")
    assert write(api, floor, 5, "7").json()["code"] == "record_moved"
    assert write(api, floor, 0, "7", device="other").json()["code"] == "other_device"
    assert ask(api, floor, "take-over", device="other").status_code == 200
    assert write(api, floor, 0, "7", device="other").status_code == 200
    assert ask(api, floor, "confirm").json()["code"] == "no_proposal"


def test_an_earlier_token_is_corrected(api: APIClient, floor: Floor) -> None:
    ask(api, floor, first="A")
    write(api, floor, 0, "7")
    place = {"round": 1, "turn": 1, "action": 1}
    done = ask(api, floor, "correct", revision=1, step=str(uuid.uuid4()), token="9", **place)
    assert done.json()["record"]["rounds"][0]["turns"][0]["actions"][0] == "9"
    nowhere = ask(api, floor, "correct", revision=2, step=str(uuid.uuid4()), token="9", **{**place, "turn": 9})
    assert (nowhere.status_code, nowhere.json()["code"]) == (422, "no_token")


def test_a_record_is_read_in_with_every_bad_place_named(api: APIClient, floor: Floor) -> None:
    refused = ask(api, floor, text="Round 1, A first\nA: 7 Z\nB: 9 Y")
    assert (refused.status_code, refused.json()["code"]) == (422, "record_unreadable")
    assert len(refused.json()["details"]) == 2
    read = ask(api, floor, text="Round 1, B first\nB: 7 4 B(11)")
    assert (read.status_code, read.json()["source"]) == (201, "read")
    again = ask(api, floor, text="Round 1, B first\nB: 7", id=read.json()["id"])
    assert again.json()["revision"] == 0
    assert again.json()["number"] == 1


def test_all_records_of_an_event_are_one_file(floor: Floor) -> None:
    for match in floor.matches:
        for first in ("A", "B"):
            start_record(match=match, actor=floor.judge, first=first, device="")
    lines = [json.loads(line) for line in turns_file(floor.event, ExportRequest(), JSON_LINES).splitlines()]
    assert [(line["rounds"][0]["first"], line["tags"]["table"]) for line in lines] == [("B", "1"), ("B", "2")]
    assert lines[0]["seats"]["A"] == floor.player.unique_name


def test_the_log_s_page_leads_to_the_file_of_all_records(client: Client, floor: Floor) -> None:
    client.force_login(floor.user(Role.FLOOR_JUDGE))
    log = reverse("judging:log", args=[floor.event.slug])
    file = reverse("matches:export", args=[floor.event.slug, "turns", "jsonl"])
    assert file not in client.get(log).content.decode()
    start_record(match=floor.match, actor=floor.judge, first="B", device="")
    assert file in client.get(log).content.decode()
    answer = client.get(file)
    assert answer.headers["Content-Disposition"].endswith('-turns.jsonl"')
    assert [json.loads(line)["rounds"][0]["first"] for line in answer.content.splitlines()] == ["B"]
    assert client.get(file.replace("jsonl", "csv")).status_code == 404


def test_the_win_of_a_player_who_has_left_is_asked_about(api: APIClient, floor: Floor) -> None:
    read = ask(api, floor, text=finished(floor.event)).json()
    proposed = recorded(floor.event, floor.match)
    assert proposed is not None
    assert proposed.proposal is not None
    winner = floor.match.seats.get(index=proposed.proposal.winner).entry
    Entry.objects.filter(pk=winner.pk).update(status=EntryStatus.DISQUALIFIED)
    asked = ask(api, floor, "confirm")
    assert (asked.status_code, asked.json()["code"], Result.objects.exists()) == (409, "winner_disqualified", False)
    for _again in range(2):
        stored = ask(api, floor, "confirm", accept_winner_gone=True)
        assert (stored.status_code, stored.json()["id"]) == (200, read["id"])
    assert ask(api, floor, "confirm").status_code == 200  # it stands already
    assert Result.objects.get().status == ResultStatus.CONFIRMED
