"""A live match along the stream: each card comes with it in its time, and no chances to a player's device."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.core.handlers.asgi import ASGIHandler
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from judging.broadcast.services import feature_match, unfeature_match
from judging.models import Frame
from judging.recorder.services import chances
from matches.live.front_views import KeptPages
from matches.live.queries import PLAYER_COOKIE, WATCH_PART
from matches.live.state_queries import States
from matches.live.stream_views import LiveStreams
from matches.models import Event
from tests.judging.broadcast.test_chances import PANEL, phone, work
from tests.judging.broadcast.test_live import begin, write
from tests.judging.conftest import Floor, make_floor
from tests.matches.live.test_deliveries import Watching, part_in
from tests.matches.live.test_views import in_a_loop_of_its_own

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def floor(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Floor:
    settings.LIVE_WATCH_EVERY = 0.02
    monkeypatch.setattr(chances, "RUNS", 4)
    found = make_floor(2)
    found.event.options = {**found.event.options, "live_chances": True, "live_delay": 0}
    found.event.save()
    feature_match(match=found.match, actor=found.head)
    begin(found)
    cache.clear()
    return found


class AtMatch(Watching):
    """A stream as the page of a match opens it."""

    def __init__(self, application: LiveStreams, event: Event, match: int, *headers: tuple[bytes, bytes]) -> None:
        super().__init__(application, event, *headers, query=f"watch=1&match={match}")


def elsewhere(act: Callable[..., object], *values: Any) -> Awaitable[None]:
    """An act in a thread that has a connection of its own."""

    def run() -> None:
        try:
            act(*values)
        finally:
            connection.close()

    return sync_to_async(run, thread_sensitive=False)()


def cookies_of(client: Client) -> tuple[bytes, bytes]:
    return b"cookie", "; ".join(f"{name}={one.value}" for name, one in client.cookies.items()).encode()


def streams() -> LiveStreams:
    states = States()
    return LiveStreams(KeptPages(ASGIHandler(), states), states)


def test_a_card_comes_along_and_chances_do_not_come_to_a_device_of_a_player_in_the_match(floor: Floor) -> None:
    cookie = cookies_of(phone(floor, floor.player))
    assert PLAYER_COOKIE.encode() in cookie[1]

    async def run() -> None:
        served = streams()
        visitor = AtMatch(served, floor.event, floor.match.pk)
        player = AtMatch(served, floor.event, floor.match.pk, cookie)
        both = (visitor, player)
        for stream in both:
            await stream.begun()
        await elsewhere(write, floor, "5")
        for stream in both:
            assert "shows 5." in part_in(await stream.message())["html"]
        await elsewhere(write, floor, "J")
        for stream in both:
            await stream.message()
        await elsewhere(work, floor)
        shown, hidden = [part_in(await stream.message())["html"] for stream in both]
        assert PANEL in shown
        assert "Risk that the next card is a bust" in shown
        assert PANEL not in hidden
        assert "Risk" not in hidden
        assert "%" not in hidden
        for stream in both:
            await stream.leave()

    in_a_loop_of_its_own(run)


def test_nothing_comes_along_before_its_time(floor: Floor) -> None:
    floor.event.options = {**floor.event.options, "live_delay": 3}
    floor.event.save()

    async def run() -> None:
        stream = AtMatch(streams(), floor.event, floor.match.pk)
        await stream.begun()
        await elsewhere(write, floor, "5", "7")
        await asyncio.sleep(0.4)
        assert stream.sent.empty()
        due = Frame.objects.filter(match=floor.match).order_by("pk")
        await elsewhere(lambda: due.filter(pk__lt=due.last().pk).update(due_at=timezone.now() - timedelta(seconds=1)))
        found = part_in(await stream.message())["html"]
        assert "shows 5." in found
        assert "shows 7." not in found
        await stream.leave()

    in_a_loop_of_its_own(run)


def test_a_match_that_is_not_shown_any_more_comes_no_more(floor: Floor) -> None:
    async def run() -> None:
        stream = AtMatch(streams(), floor.event, floor.match.pk)
        await stream.begun()

        def stop() -> None:
            unfeature_match(match=floor.match, actor=floor.head)

        await elsewhere(stop)
        assert {*await stream.news(), *await stream.news()} == {"event", WATCH_PART}  # the page fetches, and finds none
        await stream.leave()

    in_a_loop_of_its_own(run)
