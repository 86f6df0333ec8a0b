"""The versions and the streams: who hears what, many listeners in one process, and a hub that is left empty."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from matches.audit.services import SYSTEM, audited_change
from matches.enums import Role
from matches.live.asgi_types import Headers, Receive, Scope, Send
from matches.live.delivery_views import Deliveries
from matches.live.queries import PUBLIC_PARTS
from matches.live.state_queries import States
from matches.live.stream_views import Hub, LiveStreams
from matches.models import Event, EventRole
from tests.factories import EventFactory, StageFactory, staff
from tests.patience import PATIENCE

LISTENERS = 200


def change(event: Event, *parts: str) -> None:
    with audited_change("try_out", event_id=event.pk, actor=SYSTEM) as change:
        change.touch(*parts)


def change_elsewhere(event: Event, *parts: str) -> None:
    """The change of another thread, which has a connection of its own."""
    try:
        change(event, *parts)
    finally:
        connection.close()


def in_a_loop_of_its_own(run: Callable[[], Awaitable[None]]) -> None:
    """In another thread, because a browser test before this one may have left its loop running in the main thread."""

    async def main() -> None:
        await run()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(main())).result()


@pytest.mark.django_db
def test_the_public_hears_of_public_parts_and_the_staff_of_all(client: Client) -> None:
    event = EventFactory()
    change(event, "pairings", "rounds", "rulings", "table 12", "table 13", "calls")
    url = reverse("matches:live", args=[event.slug])
    assert client.get(url).json() == {"pairings": 1}
    assert client.get(url, {"table": "12"}).json() == {"pairings": 1, "table 12": 1}
    for nonsense in ("x", "１２", "-1", "12,calls", "9" * 9):
        assert client.get(url, {"table": nonsense}).json() == {"pairings": 1}
    client.force_login(staff(StageFactory().event, Role.ORGANISER))
    assert client.get(url).json() == {"pairings": 1}
    client.force_login(staff(event, Role.FLOOR_JUDGE))
    assert len(client.get(url).json()) == 6


@pytest.mark.django_db
def test_a_matching_etag_is_answered_with_304(client: Client) -> None:
    event = EventFactory()
    change(event, "pairings")
    url = reverse("matches:live", args=[event.slug])
    first = client.get(url)
    assert client.get(url, headers={"if-none-match": first["ETag"]}).status_code == 304
    assert "Cookie" in first["Vary"]
    change(event, "rulings")
    assert client.get(url, headers={"if-none-match": first["ETag"]}).status_code == 304
    change(event, "clock")
    assert client.get(url, headers={"if-none-match": first["ETag"]}).status_code == 200


class Listener:
    """One open stream, straight at the ASGI application: no sockets, so that two hundred cost nothing."""

    def __init__(self, application: LiveStreams, event: Event, *headers: tuple[bytes, bytes]) -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.left = asyncio.Event()
        self.task = asyncio.create_task(application(self._scope(event, list(headers)), self._receive, self._send))

    @staticmethod
    def _scope(event: Event, headers: Headers) -> dict[str, Any]:
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": f"/e/{event.slug}/live/",
            "raw_path": f"/e/{event.slug}/live/".encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", b"testserver"), (b"accept", b"text/event-stream"), *headers],
            "client": ("127.0.0.1", 5000),
            "server": ("testserver", 80),
        }

    async def _receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self.sent.put(dict(message))

    async def status(self) -> int:
        return int((await asyncio.wait_for(self.sent.get(), PATIENCE))["status"])

    async def news(self) -> dict[str, int]:
        body = (await asyncio.wait_for(self.sent.get(), PATIENCE))["body"].decode()
        found: dict[str, int] = json.loads(body.split("data: ", 1)[1].split("\n")[0])
        return found

    async def leave(self) -> None:
        self.left.set()
        await asyncio.wait_for(self.task, PATIENCE)


@pytest.fixture
def quick(settings: Settings) -> None:
    settings.LIVE_LOOK_EVERY = 0.05


@pytest.mark.django_db(transaction=True)
def test_two_hundred_listeners_all_hear_a_change_and_leave_the_hub_empty(quick: None) -> None:
    event = EventFactory()

    async def run() -> None:
        streams = LiveStreams(ASGIHandler(), States())
        listeners = [Listener(streams, event) for _ in range(LISTENERS)]
        assert {await listener.status() for listener in listeners} == {200}
        assert [await listener.news() for listener in listeners] == [{}] * LISTENERS
        await sync_to_async(change_elsewhere, thread_sensitive=False)(event, "pairings", "rounds")
        assert [await listener.news() for listener in listeners] == [{"pairings": 1}] * LISTENERS
        for listener in listeners:
            await listener.leave()
        assert (streams.hub.listeners, streams.hub.known) == ({}, {})
        task = streams.hub.task
        assert task is not None
        await asyncio.wait_for(task, PATIENCE)  # without listeners, it stops looking

    in_a_loop_of_its_own(run)


@pytest.mark.django_db(transaction=True)
def test_what_only_the_staff_may_hear_sends_the_public_nothing(quick: None) -> None:
    event = EventFactory()

    async def run() -> None:
        listener = Listener(LiveStreams(ASGIHandler(), States()), event)
        await listener.status()
        await listener.news()
        await sync_to_async(change_elsewhere, thread_sensitive=False)(event, "rounds", "rulings", "calls", "table 3")
        await asyncio.sleep(0.4)
        assert listener.sent.empty()
        await sync_to_async(change_elsewhere, thread_sensitive=False)(event, "clock")
        assert await listener.news() == {"clock": 1}
        await listener.leave()

    in_a_loop_of_its_own(run)


class Counted:
    """Django, with a count of the requests that reach it."""

    def __init__(self) -> None:
        self.django, self.reached = ASGIHandler(), 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.reached += 1
        await self.django(scope, receive, send)


@pytest.mark.django_db(transaction=True)
def test_visitors_are_admitted_in_front_of_django(quick: None) -> None:
    event = EventFactory()
    change(event, "pairings", "rulings", "table 12", "table 13")

    async def run() -> None:
        django = Counted()
        streams = LiveStreams(django, States())
        listeners = [Listener(streams, event) for _ in range(50)]
        listeners += [Listener(streams, event, (b"cookie", b"theme=dark; django_language=de")) for _ in range(50)]
        assert {await listener.status() for listener in listeners} == {200}
        assert [await listener.news() for listener in listeners] == [{"pairings": 1}] * 100
        assert django.reached == 0
        for listener in listeners:
            await listener.leave()

    in_a_loop_of_its_own(run)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "header",
    [
        (b"cookie", b"theme=dark; sessionid=made-up"),
        (b"authorization", b"Token made-up"),
        (b"host", b"testserver"),
    ],
)
def test_django_admits_a_listener_with_anything_personal_or_unusual(header: tuple[bytes, bytes]) -> None:
    event = EventFactory()

    async def run() -> None:
        django = Counted()
        listener = Listener(LiveStreams(django, States()), event, header)
        await listener.status()
        assert django.reached == 1
        await listener.leave()

    in_a_loop_of_its_own(run)


@pytest.mark.django_db(transaction=True)
def test_a_host_that_is_not_ours_hears_nothing(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["open.example.org"]
    event = EventFactory()

    async def run() -> None:
        streams = LiveStreams(ASGIHandler(), States())
        listener = Listener(streams, event)
        assert await listener.status() == 400
        assert streams.hub.listeners == {}
        await listener.leave()

    in_a_loop_of_its_own(run)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", ["hide", "delete"])
def test_the_streams_of_an_event_that_is_withdrawn_or_deleted_end(act: str, quick: None, client: Client) -> None:
    event = EventFactory()
    client.force_login(staff(event, Role.FLOOR_JUDGE))
    cookie = (b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode())

    def withdraw() -> None:
        events = Event.objects.filter(pk=event.pk)
        if act == "hide":
            events.update(published=False)
        else:
            EventRole.objects.filter(event=event).delete()
            events.delete()
        connection.close()

    async def run() -> None:
        streams = LiveStreams(ASGIHandler(), States())
        visitor, judge = Listener(streams, event), Listener(streams, event, cookie)
        assert [await visitor.status(), await judge.status()] == [200, 200]
        await sync_to_async(withdraw, thread_sensitive=False)()
        await asyncio.wait_for(visitor.task, PATIENCE)
        assert [visitor.sent.get_nowait().get("more_body", False) for _ in range(visitor.sent.qsize())][-1] is False
        if act == "delete":  # also the staff's, whose pages then say that the event is gone
            await asyncio.wait_for(judge.task, PATIENCE)
        assert judge.task.done() is (act == "delete")
        await judge.leave()
        assert await Listener(streams, event).status() == 404

    in_a_loop_of_its_own(run)


@pytest.mark.django_db(transaction=True)
def test_an_unpublished_events_stream_is_not_there() -> None:
    event = EventFactory(published=False)

    async def run() -> None:
        streams = LiveStreams(ASGIHandler(), States())
        listener = Listener(streams, event)
        assert await listener.status() == 404
        answer = (await asyncio.wait_for(listener.sent.get(), PATIENCE))["body"].decode()
        assert "Page not found" in answer
        assert event.name not in answer
        assert (streams.hub.listeners, streams.hub.task) == ({}, None)
        await listener.leave()

    in_a_loop_of_its_own(run)


def test_a_late_listener_gets_the_changes_that_others_heard_before(settings: Settings) -> None:
    settings.LIVE_LOOK_EVERY = 60

    async def run() -> None:
        hub = Hub(Deliveries(ASGIHandler()))
        early = hub.join("open", {"pairings": 1}, PUBLIC_PARTS)
        await hub._tell({"open": {"pairings": 2, "rulings": 1}})
        late = hub.join("open", {"pairings": 1}, PUBLIC_PARTS)  # its versions were read before that change
        assert (early.news, late.news) == ({"pairings": 2}, {"pairings": 2})
        assert hub.join("open", {"pairings": 2}, PUBLIC_PARTS).news == {}
        assert hub.task is not None
        hub.task.cancel()

    in_a_loop_of_its_own(run)


@pytest.mark.django_db(transaction=True)
def test_a_change_of_roles_ends_the_streams_of_the_staff(quick: None, client: Client) -> None:
    event = EventFactory()
    judge = staff(event, Role.FLOOR_JUDGE)
    client.force_login(judge)
    cookie = (b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode())

    def revoke() -> None:
        EventRole.objects.filter(event=event, user=judge).delete()
        change_elsewhere(event, "staff")

    async def run() -> None:
        streams = LiveStreams(ASGIHandler(), States())
        visitor, listener = Listener(streams, event), Listener(streams, event, cookie)
        assert [await visitor.status(), await listener.status()] == [200, 200]
        await sync_to_async(revoke, thread_sensitive=False)()
        await asyncio.wait_for(listener.task, PATIENCE)
        assert not visitor.task.done()
        await visitor.leave()
        again = Listener(streams, event, cookie)  # let in as a visitor now, who hears less
        assert await again.status() == 200
        await again.news()
        await sync_to_async(change_elsewhere, thread_sensitive=False)(event, "rulings")
        await asyncio.sleep(0.4)
        assert again.sent.empty()
        await again.leave()

    in_a_loop_of_its_own(run)


@pytest.mark.django_db(transaction=True)
def test_a_silent_stream_beats_and_says_when_it_will_again(quick: None, settings: Settings) -> None:
    settings.LIVE_BEAT_EVERY = 0.2
    event = EventFactory()

    async def run() -> None:
        listener = Listener(LiveStreams(ASGIHandler(), States()), event)
        await listener.status()
        first = await asyncio.wait_for(listener.sent.get(), PATIENCE)
        assert first["body"].endswith(b"event: beat\ndata: 0.2\n\n")
        later = await asyncio.wait_for(listener.sent.get(), PATIENCE)
        assert later["body"] == b"event: beat\ndata: 0.2\n\n"
        await listener.leave()

    in_a_loop_of_its_own(run)
