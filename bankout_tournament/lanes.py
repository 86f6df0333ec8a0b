"""Two lanes into Django: people who are signed in never queue behind visitors.

Django's ASGI handler starts a thread, and with it a database connection, for each request that is there at the time.
Three hundred phones are three hundred threads, and the organiser's request is one of them. Here a bounded number of
requests is in Django at once, apart for visitors and for people who are signed in (``bankout_tournament.signed_in``).
The others wait their turn without a thread and without a database connection.

A request enters a lane when its body is complete, and leaves it with the last part of its response, so that a client
that sends or reads slowly keeps no place.
"""

from __future__ import annotations

import asyncio
import time
from tempfile import SpooledTemporaryFile
from typing import Any, Literal, TypedDict

from bankout_tournament.signed_in import SIGNED_IN, SignedIn
from matches.live.asgi_types import Application, Message, Receive, Scope, Send

VISITORS = 6
STAFF = 8
WAIT_SECONDS = 20.0
BODY_SECONDS = 15.0
BODY_BYTES_PER_SECOND = 20_000
"""A body may take ``BODY_SECONDS``, and longer while it arrives at least so fast."""
BODY_BYTES = 64 * 1024 * 1024
IN_MEMORY = 1024 * 1024


class LaneSizes(TypedDict):
    """How many requests of each kind are in Django at once."""

    visitors: int
    staff: int


def lane_sizes(connections: int | None) -> LaneSizes:
    """How many requests of visitors and of people who are signed in are in Django at once, when each needs one of so
    many connections to the database: a request in Django must never wait for another one's connection.
    """
    room = VISITORS + STAFF if connections is None else min(VISITORS + STAFF, connections)
    visitors = max(1, room * VISITORS // (VISITORS + STAFF))
    return {"visitors": visitors, "staff": room - visitors}


class RefusedError(Exception):
    """A request that does not get into Django: the status and what to say."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


class Lanes:
    """``Lanes(application)``: the application with a bounded number of requests at a time."""

    def __init__(
        self, application: Application, *, visitors: int = VISITORS, staff: int = STAFF, signed_in: SignedIn = SIGNED_IN
    ) -> None:
        self.application, self.signed_in = application, signed_in
        self.visitors, self.staff = asyncio.Semaphore(visitors), asyncio.Semaphore(staff)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        with SpooledTemporaryFile(max_size=IN_MEMORY) as body:  # type: SpooledTemporaryFile[bytes]
            try:
                if await _read_body(receive, body):
                    await self._serve(scope, body, receive, send)
            except RefusedError as refusal:
                await _refuse(refusal, send)

    async def _serve(self, scope: Scope, body: SpooledTemporaryFile[bytes], receive: Receive, send: Send) -> None:
        lane = self.staff if self.signed_in.knows(scope["headers"]) else self.visitors
        gone = asyncio.ensure_future(receive())  # after the body, only a disconnect is received
        try:
            if not await _enter(lane, gone):
                return
            place = Place(lane)
            try:
                await self.application(scope, _replay(body, gone), place.leaving(send))
            finally:
                place.leave()
        finally:
            gone.cancel()


class Place:
    """A place in a lane, given back once."""

    def __init__(self, lane: asyncio.Semaphore) -> None:
        self.lane, self.taken = lane, True

    def leave(self) -> None:
        if self.taken:
            self.taken = False
            self.lane.release()

    def leaving(self, send: Send) -> Send:
        """Give the place back before the last part of the response is sent."""

        async def passed_on(message: Message) -> None:
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                self.leave()
            await send(message)

        return passed_on


async def _enter(lane: asyncio.Semaphore, gone: asyncio.Future[Message]) -> bool:
    """Wait for a place. False when the client has left meanwhile; refused when it takes too long."""
    if not lane.locked():
        await lane.acquire()
        return True
    turn = asyncio.ensure_future(lane.acquire())
    try:
        either: set[asyncio.Future[Any]] = {turn, gone}
        await asyncio.wait(either, timeout=WAIT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    except asyncio.CancelledError:
        _give_up(turn, lane)
        raise
    if turn.done():
        return True
    _give_up(turn, lane)
    if gone.done():
        return False
    raise RefusedError(503, "The server is busy. Try again in a moment.")


def _give_up(turn: asyncio.Future[Literal[True]], lane: asyncio.Semaphore) -> None:
    if not turn.cancel():  # it had the place already
        lane.release()


async def _read_body(receive: Receive, body: SpooledTemporaryFile[bytes]) -> bool:
    """Read the whole body. False when the client has left before its end."""
    began, size, more = time.monotonic(), 0, True
    while more:
        late = BODY_SECONDS + size / BODY_BYTES_PER_SECOND - (time.monotonic() - began)
        try:
            message = await asyncio.wait_for(receive(), late)
        except TimeoutError:
            raise RefusedError(408, "The request did not arrive in time.") from None
        if message["type"] == "http.disconnect":
            return False
        more = message.get("more_body", False)
        size += len(message.get("body", b""))
        if size > BODY_BYTES:
            raise RefusedError(413, "The request is too large.")
        body.write(message.get("body", b""))
    body.seek(0)
    return True


def _replay(body: SpooledTemporaryFile[bytes], gone: asyncio.Future[Message]) -> Receive:
    """Receive the body that was read, and then the disconnect."""
    sent = False

    async def receive() -> Message:
        nonlocal sent
        if sent:
            return await asyncio.shield(gone)
        chunk = body.read(IN_MEMORY)
        sent = len(chunk) < IN_MEMORY
        return {"type": "http.request", "body": chunk, "more_body": not sent}

    return receive


async def _refuse(refusal: RefusedError, send: Send) -> None:
    text = refusal.why.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"connection", b"close"),
    ]
    if refusal.status == 503:
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
