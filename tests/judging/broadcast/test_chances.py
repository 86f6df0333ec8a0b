"""The chances to win on the page of a live match: where the organiser allows it, and not for who plays."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.broadcast.services import feature_match
from judging.models import Frame
from judging.recorder.services import chances
from judging.recorder.services.frames import show_due_frames
from matches.enums import JobState, Role, Source
from matches.jobs.running_services import run
from matches.live.queries import WATCH_PART, event_versions
from matches.models import Entry, Job
from matches.people.services.links import make_player_link
from matches.results.services.results import report_result
from matches.tables.score import Duel
from tests.judging.broadcast.test_live import begin, delayed, write
from tests.judging.conftest import Floor, make_floor

pytestmark = pytest.mark.django_db
PANEL = 'class="chances"'


@pytest.fixture
def floor(monkeypatch: pytest.MonkeyPatch) -> Floor:
    monkeypatch.setattr(chances, "RUNS", 4)
    found = make_floor(2)
    found.event.options = {**found.event.options, "live_chances": True, "live_delay": 0}
    found.event.save()
    feature_match(match=found.match, actor=found.head)
    cache.clear()
    return found


def work(floor: Floor) -> None:
    """A worker does what waits."""
    for job in Job.objects.filter(event=floor.event, kind=chances.KIND, state=JobState.WAITING):
        run(job.pk)


def page(floor: Floor, client: Client | None = None) -> str:
    address = reverse("watch:match", args=[floor.event.slug, floor.match.pk])
    return (client or Client()).get(address).content.decode()


def apart(floor: Floor) -> str:
    return reverse("watch:chances", args=[floor.event.slug, floor.match.pk])


def phone(floor: Floor, entry: Entry) -> Client:
    client = Client()
    link = make_player_link(actor=floor.actor(Role.ORGANISER), entry=entry)
    assert client.get(reverse("matches:me", args=[link.token])).status_code == 200
    return client


def test_a_worker_works_them_out_once_for_each_card(floor: Floor) -> None:
    begin(floor)
    write(floor, "5", "J")
    assert PANEL not in page(floor)
    before = event_versions(floor.event)[WATCH_PART]
    assert Job.objects.filter(kind=chances.KIND, state=JobState.WAITING).count() == 1
    work(floor)
    assert event_versions(floor.event)[WATCH_PART] == before + 1
    found = page(floor)
    assert PANEL in found
    assert "Risk that the next card is a bust" in found
    assert "out 4 times from here" in found
    work(floor)
    assert event_versions(floor.event)[WATCH_PART] == before + 1
    write(floor, "7")
    work(floor)
    assert Job.objects.filter(kind=chances.KIND).count() == 1


def test_without_the_setting_there_are_none(floor: Floor) -> None:
    floor.event.options = {**floor.event.options, "live_chances": False}
    floor.event.save()
    begin(floor)
    write(floor, "5", "J")
    assert not Job.objects.filter(kind=chances.KIND).exists()
    assert Frame.objects.get(match=floor.match).chances is None
    assert PANEL not in page(floor)


def test_they_wait_for_the_delay_and_are_ready_when_it_is_over(floor: Floor) -> None:
    delayed(floor, 3)
    floor.event.options = {**floor.event.options, "live_chances": True}
    floor.event.save()
    begin(floor)
    write(floor, "5", "J")
    before = event_versions(floor.event).get(WATCH_PART, 0)
    work(floor)
    assert event_versions(floor.event).get(WATCH_PART, 0) == before
    assert PANEL not in page(floor)
    assert not Frame.objects.filter(match=floor.match, chances__isnull=True).exists()
    show_due_frames(timezone.now() + timedelta(minutes=4))
    assert PANEL in page(floor)


def test_a_players_device_has_a_page_without_and_the_two_players_get_none(floor: Floor) -> None:
    begin(floor)
    write(floor, "5", "J")
    work(floor)
    own, other = phone(floor, floor.player), phone(floor, floor.matches[1].seats.get(index=0).entry)
    for client in (own, other):
        assert PANEL in page(floor)
        assert PANEL not in page(floor, client)
        assert apart(floor) in page(floor, client)
        assert client.get(apart(floor)).status_code == 403
        assert PANEL not in client.get(apart(floor)).content.decode()
    assert Client().get(apart(floor)).status_code == 200
    floor.event.options = {**floor.event.options, "odds_in_match": True}
    floor.event.save()
    assert other.get(apart(floor)).status_code == 200
    assert PANEL in other.get(apart(floor)).content.decode()
    assert own.get(apart(floor)).status_code == 403
    report_result(match=floor.match, score=Duel(rounds=(2, 0), winner=0), actor=floor.head, source=Source.DESK)
    assert own.get(apart(floor)).status_code == 200


def test_a_frame_of_which_nothing_can_be_said_keeps_no_other_waiting(floor: Floor) -> None:
    begin(floor)
    write(floor, "5")
    Frame.objects.create(match=floor.match, data={"rounds": []}, due_at=timezone.now(), shown=False)
    work(floor)
    assert not Frame.objects.filter(match=floor.match, chances__isnull=True).exists()
    assert PANEL in page(floor)
