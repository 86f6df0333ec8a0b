"""A player who plays alone reports the score from the phone; the desk or a judge confirms it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from matches.enums import Role
from matches.models import Match
from matches.people.link_services import make_player_link
from matches.results.queries import score_of
from tests.factories import any_organiser, staff
from tests.matches.playing import entry, match_at, running
from tests.matches.score_attack import attack_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return match_at(running(attack_event(3), any_organiser()), 2)


@pytest.fixture
def address(match: Match) -> str:
    player = entry(match.round.stage.event, 2)
    return reverse("matches:me", args=[make_player_link(actor=any_organiser(), entry=player).token])


def test_a_report_waits_for_the_desk(client: Client, match: Match, address: str) -> None:
    assert "Your score" in client.get(address).content.decode()
    assert client.post(address, {"score": "216", "match": match.pk}).status_code == 302
    page = client.get(address).content.decode()
    assert "You reported “216”. It stands once the desk or a judge confirms it." in page
    assert not match.results.filter(status="confirmed").exists()
    client.force_login(staff(match.round.stage.event, Role.SCOREKEEPER))
    table = client.get(reverse("matches:table", args=[match.round.stage.event.slug, match.pk])).content.decode()
    assert 'value="216"' in table
    line = {"line": "2 216"}
    assert client.post(reverse("matches:results", args=[match.round.stage.event.slug]), line).status_code == 302
    assert "Score 216" in client.get(address).content.decode()


def test_a_judge_confirms_what_was_reported(client: Client, match: Match, address: str) -> None:
    client.post(address, {"score": "216", "match": match.pk})
    client.force_login(staff(match.round.stage.event, Role.FLOOR_JUDGE))
    url = f"/e/{match.round.stage.event.slug}/judge/table/{match.pk}/result/"
    page = client.get(url)
    assert page.context["form"]["score"].value() == 216
    assert client.post(url, {"score": "", "absent": ""}).status_code == 422
    assert client.post(url, {"score": "216", "lost": "on"}).status_code == 302
    score = score_of(match.results.get(status="confirmed"))
    assert (score.totals, score.parts) == ((216,), ("lost",))


def test_a_judge_enters_a_no_show(client: Client, match: Match) -> None:
    client.force_login(staff(match.round.stage.event, Role.FLOOR_JUDGE))
    url = f"/e/{match.round.stage.event.slug}/judge/table/{match.pk}/result/"
    assert client.post(url, {"absent": "on"}).status_code == 302
    assert score_of(match.results.get(status="confirmed")).decided_by == "no_show"


@pytest.mark.parametrize(("typed", "said"), [("", "Enter the score."), ("900", "at most 896 points")])
def test_what_is_wrong_is_said_at_the_field(client: Client, match: Match, address: str, typed: str, said: str) -> None:
    answer = client.post(address, {"score": typed, "match": match.pk})
    assert answer.status_code == 422
    assert answer.context["form"]["score"].errors
    assert said in answer.content.decode()
    assert answer.context["form"]["score"].value() == typed


def test_the_api_takes_a_line_or_a_number_but_no_places(match: Match) -> None:
    event = match.round.stage.event
    client = APIClient()
    client.force_login(staff(event, Role.SCOREKEEPER))
    url = f"/api/v1/events/{event.slug}/matches/{match.key}/results/"
    refused = client.post(url, {"places": [1, 2]}, format="json")
    assert refused.status_code == 422
    assert "send a score" in str(refused.json())
    assert client.post(url, {"numbers": [216]}, format="json").status_code == 201
    body = client.get(url).json()
    shown = body["results"][0] if "results" in body else body[0]
    assert (shown["score"], shown["totals"], shown["places"]) == ("216", [216], [1])
