"""The two lanes into Django: who waits, who passes, and what slow clients cannot keep."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from bankout_tournament.databases import SMALLEST_POOL, connections_for_requests
from bankout_tournament.server import places
from bankout_tournament.server.lanes import Lanes, lane_sizes
from bankout_tournament.server.signed_in import SignedIn
from matches.live.asgi_types import Message, Receive, Scope, Send
from tests.loops import in_own_loop
from tests.patience import PATIENCE

ORGANISER = [(b"cookie", b"sessionid=organiser")]


class Client:
    """One request, straight at the ASGI application."""

    def __init__(
        self,
        application: Lanes,
        headers: list[tuple[bytes, bytes]] | None = None,
        *body: bytes,
        path: str = "/",
        address: str = "",
    ) -> None:
        self.sent: list[Message] = []
        self.read = self.read_at_answer = 0
        self.left = asyncio.Event()
        self.parts = [
            {"type": "http.request", "body": part, "more_body": number < len(body)}
            for number, part in enumerate(body or (b"",), start=1 if body else 0)
        ]
        scope: Scope = {"type": "http", "method": "GET", "path": path, "headers": headers or []}
        scope["client"] = (address, 1) if address else None
        self.task = asyncio.ensure_future(application(scope, self._receive, self._send))

    async def _receive(self) -> Message:
        if self.parts:
            self.read += 1
            return self.parts.pop(0)
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if not self.sent:
            self.read_at_answer = self.read
        self.sent.append(message)

    async def status(self) -> int:
        await asyncio.wait_for(self.task, PATIENCE)
        return int(self.sent[0]["status"])


class Django:
    """An application that answers when it is told to, with the length of the body."""

    def __init__(self) -> None:
        self.inside = 0
        self.most = 0
        self.go = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.inside += 1
        self.most = max(self.most, self.inside)
        size, more = 0, True
        while more:
            message = await receive()
            size, more = size + len(message["body"]), message["more_body"]
        await self.go.wait()
        self.inside -= 1
        await send({"type": "http.response.start", "status": 200, "headers": [(b"x-size", str(size).encode())]})
        await send({"type": "http.response.body", "body": b"ok"})


def in_a_loop(run: Callable[[], Coroutine[Any, Any, None]]) -> None:
    in_own_loop(run())


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def known() -> SignedIn:
    found = SignedIn()
    found.remember("organiser")
    return found


def test_visitors_wait_and_people_who_are_signed_in_pass_them() -> None:
    async def run() -> None:
        django = Django()
        application = Lanes(django, visitors=2, staff=1, signed_in=known())
        phones = [Client(application) for _ in range(10)]
        made_up = Client(application, [(b"cookie", b"sessionid=made-up")])
        await settle()
        assert django.inside == 2
        organiser = Client(application, ORGANISER)
        await settle()
        assert django.inside == 3
        django.go.set()
        assert [await client.status() for client in (organiser, made_up, *phones)] == [200] * 12
        assert django.most == 3

    in_a_loop(run)


def test_a_visitor_who_leaves_the_queue_takes_no_place() -> None:
    async def run() -> None:
        django = Django()
        application = Lanes(django, visitors=1, signed_in=known())
        first, second, third = (Client(application) for _ in range(3))
        await settle()
        second.left.set()
        await asyncio.wait_for(second.task, PATIENCE)
        assert second.sent == []
        django.go.set()
        assert [await first.status(), await third.status()] == [200, 200]
        assert application.visitors.inside == 0
        assert await Client(application).status() == 200  # the place is there for the next one

    in_a_loop(run)


def test_a_visitor_whose_turn_does_not_come_is_told_when_to_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "WAIT_SECONDS", 0.05)

    async def run() -> None:
        django = Django()
        application = Lanes(django, visitors=1, signed_in=known())
        first, second = Client(application), Client(application)
        assert await second.status() == 503
        assert (b"retry-after", b"5") in second.sent[0]["headers"]
        django.go.set()
        assert await first.status() == 200
        assert application.visitors.inside == 0
        assert await Client(application).status() == 200  # the place is there for the next one

    in_a_loop(run)


def test_two_requests_compute_at_once_and_slow_ones_make_room_up_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "SLOW_SECONDS", PATIENCE)  # nothing is slow before it is made so below

    async def run() -> None:
        django = Django()
        application = Lanes(django, staff=4, signed_in=known())
        clients = [Client(application, ORGANISER) for _ in range(6)]
        inside = []
        for _ in range(4):
            await settle()
            inside.append(django.inside)
            for place in list(application.staff.places):
                place.becomes_slow()
        assert inside == [2, 4, 4, 4]
        django.go.set()
        assert [await client.status() for client in clients] == [200] * 6
        assert (django.most, application.staff.inside) == (4, 0)
        django.go.clear()
        later = [Client(application, ORGANISER) for _ in range(3)]
        await settle()
        assert django.inside == 2  # those that have left were slow, these are not
        django.go.set()
        assert [await client.status() for client in later] == [200] * 3

    in_a_loop(run)


def test_a_request_counts_as_slow_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "SLOW_SECONDS", 0.01)

    async def run() -> None:
        django = Django()
        application = Lanes(django, staff=5, signed_in=known())
        clients = [Client(application, ORGANISER) for _ in range(6)]
        async with asyncio.timeout(PATIENCE):
            while django.inside < 5:
                await asyncio.sleep(0.001)
        django.go.set()
        assert [await client.status() for client in clients] == [200] * 6
        assert django.most == 5

    in_a_loop(run)


def test_a_client_that_reads_slowly_keeps_no_place() -> None:
    async def run() -> None:
        django = Django()
        django.go.set()
        application = Lanes(django, visitors=1)
        reads = asyncio.Event()

        class SlowReader(Client):
            async def _send(self, message: Message) -> None:
                if message["type"] == "http.response.body":
                    await reads.wait()
                await super()._send(message)

        slow = SlowReader(application)
        await settle()
        assert await Client(application).status() == 200
        reads.set()
        assert await slow.status() == 200
        assert application.visitors.inside == 0
        assert await Client(application).status() == 200  # the place is there for the next one

    in_a_loop(run)


@pytest.mark.parametrize(
    ("pool", "visitors", "staff"), [(None, 6, 8), (100, 6, 8), (16, 6, 8), (10, 3, 5), (5, 1, 2), (SMALLEST_POOL, 1, 1)]
)
def test_the_lanes_fit_into_the_pool(pool: int | None, visitors: int, staff: int) -> None:
    config = {"OPTIONS": {"pool": {"max_size": pool}}} if pool else {"OPTIONS": {"timeout": 20}}
    assert lane_sizes(connections_for_requests(config)) == {"visitors": visitors, "staff": staff}
