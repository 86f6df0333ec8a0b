"""The strategy lab over the API: started, followed and read, with the limits of its page."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from matches.campaigns import forms
from matches.jobs.running_services import run
from matches.jobs.services import MOST_WAITING
from matches.models import Job
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
URL = "/api/v1/lab/"


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty matches tell a strong player from a weak one."""
    monkeypatch.setattr(forms, "SLOW", (60,))
    monkeypatch.setattr(forms, "QUICK", (60,))


@pytest.fixture
def member(client: Client) -> Client:
    client.force_login(UserFactory())
    return client


def post(client: Client, **body: Any) -> tuple[int, Any]:
    answer = client.post(URL, body, content_type="application/json")
    return answer.status_code, answer.json()


def test_a_comparison_is_played_once_and_says_who_is_better(member: Client) -> None:
    asked = {"a": "steady", "b": "random", "rules": {"jokers": False}}
    status, told = post(member, **asked)
    assert (status, told["state"], told["result"]) == (202, "waiting", None)
    run(Job.objects.get(kind="campaign").pk)
    done = member.get(f"{URL}{told['key']}/").json()
    result = done["result"]
    assert (done["state"], result["matches"]) == ("done", 60)
    assert result["verdict"].startswith("A is better")
    assert result["shares"]["winners"]["A"]["share"] > 0.6
    assert result["minutes"]["p95"] >= result["minutes"]["median"]
    assert post(member, **asked) == (200, done)
    page = member.get("/lab/?a=steady&b=random&jokers=false").content.decode()
    assert result["verdict"] in page
    assert Job.objects.filter(kind="campaign").count() == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "a"),
        ({"a": "nobody", "b": "steady"}, "a"),
        ({"a": "steady", "b": "window(x)"}, "b"),
        ({"a": "steady", "b": "bold", "matches": 61}, "matches"),
        ({"a": "steady", "b": "bold", "matches": 0}, "matches"),
        ({"a": "steady", "b": "bold", "cap": 0}, "cap"),
        ({"a": "steady", "b": "bold", "game": "go"}, "game"),
        ({"a": "steady", "b": "bold", "rules": {"format": "chess"}}, "rules"),
        ({"a": "steady", "b": "bold", "rules": {"formt": "blitz"}}, "rules"),
        ({"a": "steady", "b": "bold", "seed": 3}, "seed"),
    ],
)
def test_bad_input_is_said_at_its_field_and_starts_nothing(member: Client, body: dict[str, Any], field: str) -> None:
    status, told = post(member, **body)
    assert status == 400
    assert told["errors"][field]
    assert Job.objects.count() == 0


def test_a_comparison_waits_for_room_in_the_queue(member: Client) -> None:
    for number in range(MOST_WAITING):
        Job.objects.create(kind="campaign", params={"number": number})
    status, told = post(member, a="steady", b="random")
    assert (status, told["code"]) == (422, "simulations_waiting")


def test_another_job_is_no_comparison(member: Client) -> None:
    other = Job.objects.create(kind="match_sample")
    assert member.get(f"{URL}{other.key}/").status_code == 404
