"""A player who plays alone reports the score from the phone; the desk or a judge confirms it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from matches.enums import EntryStatus, Role
from matches.models import Entry, Match, Result
from matches.people.services.links import make_player_link
from matches.results.queries.results import score_of
from tests.factories import any_organiser, staff
from tests.matches.playing import entry, event_of, match_at, running
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
    assert (score.total, score.part) == (216, "lost")


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


def reported(client: Client, match: Match, scores: dict[int, str]) -> None:
    """Players report from their phones, by table."""
    for table, score in scores.items():
        at = match_at(match.round, table)
        player = at.seats.get().entry
        phone = reverse("matches:me", args=[make_player_link(actor=any_organiser(), entry=player).token])
        assert client.post(phone, {"score": score, "match": at.pk}).status_code == 302


def waiting(client: Client, match: Match) -> tuple[str, list[str]]:
    """The results page, and the reports that it would confirm."""
    page = client.get(reverse("matches:results", args=[match.round.stage.event.slug])).content.decode()
    return page, re.findall(r'name="report"\s+value="(\d+)"', page)


def confirm(client: Client, match: Match, reports: list[str]) -> str:
    url = reverse("matches:confirm_reports", args=[match.round.stage.event.slug])
    return client.post(url, {"report": reports}, follow=True).content.decode()


def test_the_desk_confirms_all_reported_scores_at_once(client: Client, match: Match) -> None:
    client.force_login(staff(match.round.stage.event, Role.SCOREKEEPER))
    assert "reported score" not in waiting(client, match)[0]
    reported(client, match, {1: "216", 3: "180"})
    page, reports = waiting(client, match)
    assert "Confirm all 2 reported scores" in page
    assert "2 scores confirmed." in confirm(client, match, reports)
    stored = Result.objects.filter(match__round=match.round, status="confirmed")
    totals = {one.match.table: score_of(one).total for one in stored}
    assert totals == {1: 216, 3: 180}
    assert waiting(client, match)[1] == []


def test_a_report_that_changed_meanwhile_is_left_as_it_is(client: Client, match: Match) -> None:
    client.force_login(staff(match.round.stage.event, Role.FLOOR_JUDGE))
    reported(client, match, {1: "216", 2: "99"})
    _page, reports = waiting(client, match)
    reported(client, match, {1: "261"})
    said = confirm(client, match, reports)
    assert "1 score confirmed." in said
    assert "1 score has changed since you opened the page" in said
    assert not match_at(match.round, 1).results.filter(status="confirmed").exists()


def test_the_score_of_who_has_left_is_not_confirmed_with_the_others(client: Client, match: Match) -> None:
    """The desk enters it by itself, and is asked there whether it counts."""
    event = match.round.stage.event
    client.force_login(staff(event, Role.SCOREKEEPER))
    reported(client, match, {1: "216", 2: "180"})
    left = match_at(match.round, 2)
    Entry.objects.filter(seats__match=left).update(status=EntryStatus.DISQUALIFIED)
    reports = [str(known.pk) for known in Result.objects.filter(match__round=match.round)]
    assert len(waiting(client, match)[1]) == 1
    confirm(client, match, reports)
    assert [known.match.table for known in Result.objects.filter(status="confirmed")] == [1]
    line = client.post(reverse("matches:results", args=[event.slug]), {"line": "2 180"})
    assert (line.status_code, line.context["code"]) == (409, "winner_disqualified")


def test_where_two_play_nothing_is_confirmed_at_once(client: Client) -> None:
    round_ = running(event_of(2), any_organiser())
    match = match_at(round_, 1)
    player = match.seats.first()
    assert player is not None
    phone = reverse("matches:me", args=[make_player_link(actor=any_organiser(), entry=player.entry).token])
    client.post(phone, {"score": "2-1", "match": match.pk})
    client.force_login(staff(round_.stage.event, Role.SCOREKEEPER))
    assert waiting(client, match)[1] == []
    report = match.results.first()
    confirm(client, match, [str(report.pk)] if report else ["1"])
    assert not match.results.filter(status="confirmed").exists()
