"""The final on the wall: what each has, as far as everybody can watch it, and not a card earlier."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.broadcast.services import feature_match
from judging.recorder.services.frames import show_due_frames
from matches.live.queries import WATCH_PART
from matches.models import Event, Match
from matches.walls.scenes import MAIN, Scene
from matches.walls.services import set_wall
from tests.factories import any_organiser
from tests.judging.broadcast.test_live import begin, delayed, write
from tests.judging.conftest import Floor
from tests.matches.playing import event_of, played, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def final() -> Floor:
    """An event whose final is being played."""
    event = event_of(4, rounds=1, cut=2)
    played(event, any_organiser())
    round_ = running(event, any_organiser(), order=2)
    matches = list(Match.objects.filter(round=round_, table__isnull=False).select_related("round__stage__event"))
    return Floor(event=Event.objects.get(pk=event.pk), round=round_, matches=matches)


def wall(floor: Floor) -> str:
    cache.clear()
    return Client().get(reverse("matches:wall", args=[floor.event.slug])).content.decode()


def scenes(floor: Floor, *chosen: Scene) -> list[str]:
    """What the main wall shows in turn, once the desk has chosen these."""
    set_wall(event=floor.event, actor=any_organiser(), number=MAIN, name="Main", shows=list(chosen))
    cache.clear()
    return [scene.key for scene in Client().get(reverse("matches:wall", args=[floor.event.slug])).context["scenes"]]


def test_the_final_shows_the_banks_once_they_may_be_seen(final: Floor) -> None:
    delayed(final, 3)
    assert "match-has" not in wall(final)
    assert WATCH_PART not in wall(final).split("data-live-part")[2].split(">")[0]
    feature_match(match=final.match, actor=final.head)
    before, began = wall(final), timezone.now()
    assert "?watch=1" in before
    begin(final)
    for token in ("5", "7", "B", "3"):
        write(final, token)
        show_due_frames(began + timedelta(seconds=179))
        assert wall(final) == before
    show_due_frames(timezone.now() + timedelta(seconds=181))
    assert '<b class="match-has">$12</b>' in wall(final)


def test_a_match_that_is_not_shown_live_shows_none(final: Floor) -> None:
    begin(final)
    write(final, "5")
    assert "match-has" not in wall(final)


def test_the_desk_has_a_wall_show_the_live_matches(floor: Floor) -> None:
    """In Swiss rounds as well; while there is none, what else was chosen."""
    delayed(floor, 0)
    begin(floor)
    write(floor, "5")
    assert scenes(floor, Scene.LIVE, Scene.CLOCK) == ["clock"]
    feature_match(match=floor.match, actor=floor.head)
    for token in ("7", "B", "3"):
        write(floor, token)
    assert scenes(floor, Scene.LIVE, Scene.CLOCK) == ["clock", "live"]
    shown = wall(floor)
    assert "?watch=1" in shown
    assert shown.count("match-has") == 2
    assert f'<span class="match-table">{floor.match.table}</span>' in shown.split('data-wall-scene="live"')[1]
    assert scenes(floor, Scene.LIVE) == ["live"]
