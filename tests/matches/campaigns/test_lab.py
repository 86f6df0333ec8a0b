"""The strategy lab: two strategies compared by the workers, with a verdict that the matches bear out."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from matches.campaigns import forms
from matches.campaigns.labels import verdict
from matches.enums import JobState
from matches.jobs.running_services import run
from matches.jobs.services import MOST_WAITING
from matches.models import Job
from rules_engine.bankout.simulate import clock
from rules_engine.bankout.simulate.clock import Pace
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
LAB = reverse("matches:lab")


SLOW, QUICK = forms.SLOW, forms.QUICK


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty matches tell a strong player from a weak one."""
    monkeypatch.setattr(forms, "SLOW", (60,))
    monkeypatch.setattr(forms, "QUICK", (60,))


@pytest.fixture
def member(client: Client) -> Client:
    client.force_login(UserFactory())
    return client


def get(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status
    return unescape(answer.content.decode())


def test_a_comparison_is_played_once_and_says_who_is_better(member: Client) -> None:
    assert "Nothing played yet" in get(member, LAB)
    address = LAB + "?a=steady&b=random&jokers=false"
    assert "Playing the matches" in get(member, address)
    job = Job.objects.get(kind="campaign")
    assert member.get(reverse("matches:lab_job", args=[job.key])).json()["state"] == JobState.WAITING
    run(job.pk)
    page = get(member, address)
    for words in (
        "A is better",
        "60 matches. A: steady. B: random.",
        "A wins",
        "Bust",
        "The chart as a table",
        "Median",
        "<span>Strategy B: <b>random</b></span>",
    ):
        assert words in page
    assert "A is better" in get(member, address)
    assert Job.objects.filter(kind="campaign").count() == 1


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("a=steady", "Fill this in"),
        ("a=steady&b=nobody", "nobody"),
        ("a=steady&b=window(x)", "window"),
        ("a=steady&b=bold&matches=7", "“7”"),
        ("a=steady&b=bold&format=chess", "“chess”"),
        ("a=steady&b=bold&cap=0", "1 or more"),
    ],
)
def test_bad_input_is_said_at_its_field_and_starts_nothing(member: Client, query: str, told: str) -> None:
    page = get(member, f"{LAB}?{query}", 422)
    assert told in page
    assert 'value="steady"' in page
    assert Job.objects.count() == 0


def test_an_address_stays_valid_once_the_fast_simulator_is_there() -> None:
    assert set(SLOW) < set(QUICK)


def test_a_visitor_signs_in_first(client: Client) -> None:
    assert client.get(LAB)["Location"].startswith(reverse("matches:login"))


def test_a_verdict_is_given_only_where_the_matches_tell() -> None:
    def said(a: int, b: int, draw: int = 0) -> str:
        return verdict({"matches": a + b + draw, "winners": {"A": a, "B": b, "draw": draw}})

    assert said(600, 400).startswith("A is better: 60.0%")
    assert said(400, 600).startswith("B is better: 60.0%")
    assert said(510, 490).startswith("No clear difference: A has 51.0%")
    assert said(0, 0, 10).startswith("No clear difference: A has 50.0%")


def test_a_comparison_waits_for_room_in_the_queue(member: Client) -> None:
    for number in range(MOST_WAITING):
        Job.objects.create(kind="campaign", params={"number": number})
    assert "Too many simulations are already waiting." in get(member, LAB + "?a=steady&b=random&jokers=false", 422)
    assert Job.objects.count() == MOST_WAITING


def test_a_comparison_of_an_older_version_is_played_again(member: Client) -> None:
    address = LAB + "?a=steady&b=random&jokers=false"
    get(member, address)
    run(Job.objects.get(kind="campaign").pk)
    assert "A is better" in get(member, address)
    Job.objects.filter(kind="campaign").update(result={"sums": '{"matches": 60}'})
    assert "Playing the matches" in get(member, address)
    run(Job.objects.filter(kind="campaign", state=JobState.WAITING).get().pk)
    assert "A is better" in get(member, address)


def test_the_lab_says_the_pace_of_its_matches(member: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    address = LAB + "?a=steady&b=random&jokers=false"
    get(member, address)
    run(Job.objects.get(kind="campaign").pk)
    pace = Pace()
    told = f"A draw takes {pace.draw} seconds, any other action {pace.act}, a shuffle {pace.shuffle}."
    assert told in get(member, address)
    monkeypatch.setattr(clock, "Pace", lambda: Pace(draw=9))
    assert "A draw takes 9 seconds" in get(member, address)
