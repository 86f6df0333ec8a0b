"""Parts along the stream: asked for once for all who would fetch the same copy, and sent to nobody else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.core.handlers.asgi import ASGIHandler
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from matches.live import delivery_views
from matches.live.asgi_types import Headers, Receive, Scope, Send
from matches.live.front_views import KeptPages
from matches.live.listeners import Delivery, Listener
from matches.live.packing import Message
from matches.live.queries import PLAYER_COOKIE, PUBLIC_PARTS
from matches.live.state_queries import States
from matches.live.stream_views import LiveStreams
from matches.models import Event
from matches.page_plugins import StreamedPart
from matches.plugins import Plugin, registry
from tests.factories import any_organiser
from tests.matches.live.test_views import Listener as Stream
from tests.matches.live.test_views import change_elsewhere, in_a_loop_of_its_own, quick
from tests.matches.playing import event_of, played
from tests.patience import PATIENCE

__all__ = ["quick"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick", "toy")]

FOLLOWED = "pairings"
LISTENERS = 40


@pytest.fixture
def toy() -> Iterator[None]:
    """A part that follows the pairings, on the page of a player."""
    cache.clear()
    toy = Plugin(streamed_parts=(StreamedPart(FOLLOWED, "of", "matches:player"),))
    with registry.only(**registry.by_app, toy=toy):
        yield
    cache.clear()


@pytest.fixture
def event() -> Event:
    made = event_of(4)
    played(made, any_organiser())
    return made


class Fetches:
    """Kept pages around Django; the requests that reach it, and a fault that Django may have."""

    def __init__(self) -> None:
        self.django = ASGIHandler()
        self.scopes: list[Scope] = []
        self.fault: Callable[[], Any] = lambda: None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scopes.append(scope)
        if scope["path"].endswith("/live/"):
            await self.django(scope, receive, send)
            return
        found = self.fault()
        await (found if found is not None else self.django(scope, receive, send))

    @property
    def of_parts(self) -> list[Scope]:
        return [scope for scope in self.scopes if not scope["path"].endswith("/live/")]


class Watching(Stream):
    """A stream whose page has the part of a player."""

    def __init__(
        self, application: LiveStreams, event: Event, *headers: tuple[bytes, bytes], query: str = "of=1"
    ) -> None:
        self.query = query.encode()
        super().__init__(application, event, *headers)

    def _scope(self, event: Event, headers: Headers) -> dict[str, Any]:  # type: ignore[override]
        return {**super()._scope(event, headers), "query_string": self.query}

    async def begun(self) -> None:
        assert await self.status() == 200
        await self.news()

    async def message(self) -> bytes:
        return bytes((await asyncio.wait_for(self.sent.get(), PATIENCE))["body"])


def part_in(message: bytes) -> dict[str, Any]:
    head, _, data = message.partition(b"\ndata: ")
    assert head == b"event: part"
    found: dict[str, Any] = json.loads(data)
    return found


def streams_and_fetches() -> tuple[LiveStreams, Fetches]:
    fetches, states = Fetches(), States()
    return LiveStreams(KeptPages(fetches, states), states), fetches


async def changed(event: Event, *parts: str) -> None:
    await sync_to_async(change_elsewhere, thread_sensitive=False)(event, *(parts or (FOLLOWED,)))


def test_the_part_is_asked_for_once_and_comes_to_all_as_a_fetch_would_bring_it(event: Event) -> None:
    address = reverse("matches:player", args=[event.slug, 1])

    async def run() -> None:
        streams, fetches = streams_and_fetches()
        watching = [Watching(streams, event) for _ in range(LISTENERS)]
        other = Stream(streams, event)
        for stream in watching:
            await stream.begun()
        assert await other.status() == 200
        await other.news()
        await changed(event)
        messages = [await stream.message() for stream in watching]
        assert len({id(message) for message in messages}) == 1  # the same bytes, once in memory
        assert list(await other.news()) == [FOLLOWED]
        assert other.sent.empty()
        assert len(fetches.of_parts) == 1
        found = part_in(messages[0])
        answer = await sync_to_async(Client().get, thread_sensitive=False)(address, headers={"HX-Request": "true"})
        assert (found["html"], found["etag"]) == (answer.content.decode(), answer["ETag"])
        assert (found["address"], list(found["versions"])) == (address, [FOLLOWED])
        for stream in (*watching, other):
            await stream.leave()
        assert (streams.hub.deliveries.groups, streams.hub.listeners) == ({}, {})

    in_a_loop_of_its_own(run)


def test_what_else_changes_comes_as_a_version_at_once(event: Event) -> None:
    async def run() -> None:
        streams, fetches = streams_and_fetches()
        stream = Watching(streams, event)
        await stream.begun()
        waits, ready = asyncio.Event(), asyncio.Event()

        async def late() -> None:
            ready.set()
            await waits.wait()
            raise OperationalError("gone")

        fetches.fault = late
        await changed(event, FOLLOWED, "clock")
        await asyncio.wait_for(ready.wait(), PATIENCE)
        assert list(await stream.news()) == ["clock"]
        waits.set()
        assert list(await stream.news()) == [FOLLOWED]  # the database went: the page fetches it
        await stream.leave()

    in_a_loop_of_its_own(run)


def test_devices_and_languages_are_apart_and_the_fetch_has_nothing_of_a_listener(
    event: Event, settings: Settings
) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    kinds = {
        (): "en",
        ((b"accept-language", b"de"),): "de",
        ((b"cookie", b"theme=dark; csrftoken=abc; messages=secret"), (b"user-agent", b"mine")): "en",
    }

    async def run() -> None:
        streams, fetches = streams_and_fetches()
        watching = [Watching(streams, event, *headers) for headers in kinds for _ in range(3)]
        for stream in watching:
            await stream.begun()
        assert len(streams.hub.deliveries.groups[event.slug]) == 2
        await changed(event)
        for stream in watching:
            part_in(await stream.message())
        assert len(fetches.of_parts) == 2
        names = {name for scope in fetches.of_parts for name, _value in scope["headers"]}
        assert names <= {b"host", b"accept", b"accept-language", b"hx-request"}
        for stream in watching:
            await stream.leave()

    in_a_loop_of_its_own(run)


@pytest.mark.parametrize(
    "header",
    [
        (b"cookie", b"sessionid=made-up"),
        (b"cookie", b"django_language=de"),
        (b"accept-language", b"de," * 200),
    ],
)
def test_who_gets_no_kept_copy_hears_the_version(header: tuple[bytes, bytes], event: Event) -> None:
    async def run() -> None:
        streams, fetches = streams_and_fetches()
        stream = Watching(streams, event, header)
        await stream.begun()
        assert streams.hub.deliveries.groups == {}
        await changed(event)
        assert list(await stream.news()) == [FOLLOWED]
        assert fetches.of_parts == []
        await stream.leave()

    in_a_loop_of_its_own(run)


def test_a_part_that_is_not_there_is_asked_for_once(event: Event) -> None:
    async def run() -> None:
        streams, fetches = streams_and_fetches()
        stream = Watching(streams, event, query="of=999")
        await stream.begun()
        for _ in range(2):
            await changed(event)
            assert list(await stream.news()) == [FOLLOWED]
        assert len(fetches.of_parts) == 1
        await stream.leave()

    in_a_loop_of_its_own(run)


def test_made_up_addresses_are_a_bounded_number_of_requests(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery_views, "MOST_GROUPS", 3)

    async def run() -> None:
        streams, fetches = streams_and_fetches()
        keys = ("900", "901", "902", "903", "904", "x", "-1", "1" * 30)
        watching = [Watching(streams, event, query=f"of={key}") for key in keys]
        for stream in watching:
            await stream.begun()
        await changed(event)
        for stream in watching:
            assert list(await stream.news()) == [FOLLOWED]
        assert len(fetches.of_parts) == 3
        for stream in watching:
            await stream.leave()

    in_a_loop_of_its_own(run)


def test_an_answer_that_does_not_come_leaves_nobody_without_the_version(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery_views, "ANSWER_SECONDS", 0.05)

    async def run() -> None:
        streams, fetches = streams_and_fetches()
        stream = Watching(streams, event)
        await stream.begun()
        fetches.fault = lambda: asyncio.Event().wait()
        await changed(event)
        assert list(await stream.news()) == [FOLLOWED]
        fetches.fault = lambda: None
        monkeypatch.setattr(delivery_views, "ANSWER_SECONDS", PATIENCE)
        await changed(event)
        part_in(await stream.message())
        await stream.leave()

    in_a_loop_of_its_own(run)


def test_a_stream_that_brings_parts_ends_so_that_the_device_is_looked_at_again(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        monkeypatch.setattr(delivery_views, "DEVICE_SECONDS", 60.0)
        streams, _fetches = streams_and_fetches()
        lasting = Watching(streams, event)
        await lasting.begun()
        monkeypatch.setattr(delivery_views, "DEVICE_SECONDS", 0.1)
        short, other = Watching(streams, event), Stream(streams, event)
        await asyncio.wait_for(short.task, PATIENCE)
        assert not lasting.task.done()
        assert not other.task.done()
        await lasting.leave()
        await other.leave()

    in_a_loop_of_its_own(run)


def test_a_client_that_takes_nothing_is_owed_the_newest_alone(event: Event) -> None:
    class Slow(Watching):
        """Its connection takes the next message only when it is let."""

        free = asyncio.Event()
        taken = 0

        async def _send(self, message: Any) -> None:
            await super()._send(message)
            self.taken += 1
            if self.taken > 2:  # after the head and the versions
                await self.free.wait()

    async def run() -> None:
        Slow.free = asyncio.Event()
        streams, _fetches = streams_and_fetches()
        slow, other = Slow(streams, event), Watching(streams, event)
        await slow.begun()
        await other.begun()
        newest = 0
        for _ in range(4):
            await changed(event)
            newest = part_in(await other.message())["versions"][FOLLOWED]
        slow.free.set()
        first, last = part_in(await slow.message()), part_in(await slow.message())
        assert first["versions"][FOLLOWED] < newest
        assert last["versions"][FOLLOWED] == newest
        assert slow.sent.empty()
        await slow.leave()
        await other.leave()

    in_a_loop_of_its_own(run)


def test_a_part_and_a_version_that_both_wait_are_sent_as_one() -> None:
    async def run() -> None:
        listener = Listener(PUBLIC_PARTS)
        listener.tell({FOLLOWED: 3, "clock": 1})
        four = Delivery({FOLLOWED: 4}, Message(b"four"))
        listener.deliver(four)
        assert await listener.wait(1) == ({"clock": 1}, four)
        listener.deliver(Delivery({FOLLOWED: 5}, Message(b"five")))
        listener.tell({FOLLOWED: 6})
        assert await listener.wait(1) == ({FOLLOWED: 6}, None)

    in_a_loop_of_its_own(run)


def test_a_players_device_is_a_group_of_its_own_where_its_page_is(event: Event) -> None:
    """The page of this test is the same on every device: only those with chances differ (judging's own test)."""

    async def run() -> None:
        streams, fetches = streams_and_fetches()
        watching = [Watching(streams, event), Watching(streams, event, (b"cookie", f"{PLAYER_COOKIE}=x".encode()))]
        for stream in watching:
            await stream.begun()
        assert len(streams.hub.deliveries.groups[event.slug]) == 1
        await changed(event)
        for stream in watching:
            part_in(await stream.message())
        assert len(fetches.of_parts) == 1
        for stream in watching:
            await stream.leave()

    in_a_loop_of_its_own(run)
