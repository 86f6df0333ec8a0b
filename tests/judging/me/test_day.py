"""A player's day, once the event is over: the card to share, and what stands out of the turns on record."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from judging.recorder.services.recording import read_in_record
from matches.enums import JobState, RoundStatus, Source
from matches.jobs.running_services import run
from matches.models import Job
from matches.people.services.links import make_player_link
from matches.results.services.results import report_result
from matches.rounds.services.rounds import close_round
from matches.tables.score import Duel
from rules_engine.bankout.analysis import rollouts
from tests.factories import any_organiser
from tests.judging.conftest import Floor
from tests.matches.playing import event_of, played

pytestmark = pytest.mark.django_db
TURNS = "Round 1, A first\nA: K J 10 10 10 10 9 9 9 9 8 8 B\nB: 7 B\n"


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough to see that it is done; what it finds is tested with the engine."""
    monkeypatch.setattr(rollouts, "RUNS", 4)


def link(floor: Floor) -> str:
    return make_player_link(actor=any_organiser(), entry=floor.player).token


def day(floor: Floor, token: str) -> str:
    return reverse("judging:mine_day", args=[floor.event.slug, token])


def finish(floor: Floor) -> None:
    for match in floor.matches:
        report_result(match=match, score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
    stage = floor.round.stage
    stage.rounds_planned = 1
    stage.save()
    floor.round.refresh_from_db()
    floor.round.status = RoundStatus.TIME_CALLED
    floor.round.save()
    close_round(round=floor.round, actor=any_organiser())


def test_it_opens_when_the_event_is_over_and_the_own_page_leads_there(client: Client, floor: Floor) -> None:
    token = link(floor)
    own = reverse("matches:me", args=[token])
    assert client.get(day(floor, token)).status_code == 404
    assert day(floor, token) not in client.get(own).content.decode()
    finish(floor)
    assert day(floor, token) in client.get(own).content.decode()
    page = client.get(day(floor, token)).content.decode()
    for name in ("share:player", "share:player_svg"):
        address = reverse(name, args=[floor.event.slug, floor.player.number])
        assert f'href="{address}" download' in page
        assert client.get(address).status_code == 200
    assert "on record" not in page
    assert Job.objects.count() == 0


def test_a_worker_plays_what_is_on_record_on_and_the_page_says_what_stood_out(client: Client, floor: Floor) -> None:
    token = link(floor)
    read_in_record(match=floor.match, actor=floor.judge, text=TURNS, device="")
    finish(floor)
    waiting = client.get(day(floor, token)).content.decode()
    assert "The computer is still playing out 1 match." in " ".join(waiting.split())
    assert 'http-equiv="refresh"' in waiting
    client.get(day(floor, token))
    [job] = Job.objects.filter(state=JobState.WAITING)
    assert floor.player.player.name not in str(job.params)
    run(job.pk)
    page = unescape(client.get(day(floor, token)).content.decode())
    assert 'http-equiv="refresh"' not in page
    assert "of your" in page
    assert "Luckiest card" in page
    assert reverse("judging:mine_turns", args=[floor.event.slug, token, floor.match.pk]) in page
    assert floor.opponent.player.name not in page


def test_a_revoked_link_and_one_of_another_event_open_nothing(client: Client, floor: Floor) -> None:
    token = link(floor)
    finish(floor)
    other = event_of(2, rounds=1)
    played(other, any_organiser())
    assert client.get(reverse("judging:mine_day", args=[other.slug, token])).status_code == 404
    make_player_link(actor=any_organiser(), entry=floor.player)
    assert client.get(day(floor, token)).status_code == 404


def test_once_it_is_over_nobody_is_offered_to_drop_or_a_sound(client: Client, floor: Floor) -> None:
    token = link(floor)
    own = reverse("matches:me", args=[token])
    before = client.get(own).content.decode()
    assert "?drop=1" in before
    assert "data-news-switch" in before
    finish(floor)
    after = client.get(own).content.decode()
    assert "?drop=1" not in after
    assert "data-news-switch" not in after
