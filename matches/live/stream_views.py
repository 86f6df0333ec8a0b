"""The live streams, as an ASGI application around Django's own.

One watcher per process queries the database for all its listeners every ``LIVE_LOOK_EVERY`` seconds, so ten thousand
phones cost one small query. Django's view at the same address decides whether a listener may hear an event: it is
called first, with the listener's cookies, and any answer other than 200 is passed on.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import Error, close_old_connections

from matches.live.queries import Versions, heard, versions_of

logger = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

ADDRESS = re.compile(r"^/e/([-a-zA-Z0-9_]+)/live/$")
HEARTBEAT = 20.0
"""A comment is sent after this many seconds without news, because proxies close silent connections."""
PARTS = b"x-live-parts"
"""The header in which Django's view lists the parts for a listener."""
HEAD = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class Hub:
    """The listeners of this process by event, and the task that looks for news while there are listeners."""

    def __init__(self) -> None:
        self.listeners: dict[str, set[asyncio.Queue[Versions]]] = {}
        self.known: dict[str, Versions] = {}
        self.task: asyncio.Task[None] | None = None
        self.blind = False

    def join(self, slug: str, versions: Versions) -> asyncio.Queue[Versions]:
        """A queue that receives changes from now on."""
        queue: asyncio.Queue[Versions] = asyncio.Queue()
        self.listeners.setdefault(slug, set()).add(queue)
        # Changes that the others received while this listener was being admitted.
        missed = {
            part: version
            for part, version in self.known.setdefault(slug, versions).items()
            if version > versions.get(part, 0)
        }
        if missed:
            queue.put_nowait(missed)
        if self.task is None or self.task.done():
            self.task = asyncio.get_running_loop().create_task(self._watch())
        return queue

    def leave(self, slug: str, queue: asyncio.Queue[Versions]) -> None:
        queues = self.listeners.get(slug, set())
        queues.discard(queue)
        if not queues:
            self.listeners.pop(slug, None)
            self.known.pop(slug, None)

    async def _watch(self) -> None:
        while self.listeners:
            await asyncio.sleep(settings.LIVE_LOOK_EVERY)
            if not self.listeners:
                return
            try:
                self._tell(await _look(list(self.listeners)))
                self.blind = False
            except Error as error:
                # The database is busy or away for a moment: listeners must still hear of later changes.
                if not self.blind:
                    logger.warning("live: could not look for changes, trying until it works: %s", error)
                self.blind = True

    def _tell(self, found: dict[str, Versions]) -> None:
        for slug, versions in found.items():
            before = self.known.get(slug, {})
            news = {part: version for part, version in versions.items() if before.get(part) != version}
            if not news or slug not in self.listeners:
                continue
            self.known[slug] = versions
            for queue in self.listeners[slug]:
                queue.put_nowait(news)


def _look_now(slugs: list[str]) -> dict[str, Versions]:
    try:
        return versions_of(slugs)
    finally:
        close_old_connections()


_look = sync_to_async(_look_now, thread_sensitive=False)


class LiveStreams:
    """``LiveStreams(application)``: serves the streams itself and hands everything else to Django."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.hub = Hub()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = ADDRESS.match(scope["path"]) if scope["type"] == "http" and scope["method"] == "GET" else None
        if found is None or b"text/event-stream" not in _header(scope, b"accept"):
            await self.application(scope, receive, send)
            return
        allowed = await self._allowed(scope, send)
        if allowed is not None:
            await self._stream(found[1], *allowed, receive, send)

    async def _allowed(self, scope: Scope, send: Send) -> tuple[Versions, frozenset[str]] | None:
        """Ask Django's view for the versions and parts of a listener; None after passing on a refusal."""
        kept = (b"accept", b"if-none-match", b"connection")
        headers = [(name, value) for name, value in scope["headers"] if name not in kept]
        answer: list[Message] = []
        asked = {**scope, "headers": [*headers, (b"accept", b"application/json")]}
        await self.application(asked, _no_body(), _collect(answer))
        if answer[0]["status"] != 200:
            for message in answer:
                await send(message)
            return None
        versions: Versions = json.loads(b"".join(part.get("body", b"") for part in answer[1:]))
        return versions, frozenset(_header(answer[0], PARTS).decode().split(","))

    async def _stream(self, slug: str, versions: Versions, parts: frozenset[str], receive: Receive, send: Send) -> None:
        gone = asyncio.create_task(_disconnected(receive))
        queue = self.hub.join(slug, versions)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEAD})
            async for text in _news(queue, versions, parts, gone):
                await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
        finally:
            self.hub.leave(slug, queue)
            gone.cancel()


async def _news(
    queue: asyncio.Queue[Versions], versions: Versions, parts: frozenset[str], gone: asyncio.Task[None]
) -> AsyncIterator[str]:
    """Yield what a listener is sent: all versions, then each change of its parts, and comments during silence."""
    yield f"retry: 2000\ndata: {json.dumps(versions, sort_keys=True)}\n\n"
    while not gone.done():
        waiting = asyncio.ensure_future(queue.get())
        await asyncio.wait({waiting, gone}, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            waiting.cancel()
            yield ": still here\n\n"
            continue
        news = waiting.result()
        while not queue.empty():
            news = {**news, **queue.get_nowait()}
        news = heard(news, parts)
        if news:
            yield f"data: {json.dumps(news, sort_keys=True)}\n\n"


def _header(message: Scope | Message, name: bytes) -> bytes:
    return next((bytes(value) for key, value in message["headers"] if key.lower() == name), b"")


def _no_body() -> Receive:
    """Receive a request without a body, and keep the connection open until it is answered."""
    sent = False

    async def receive() -> Message:
        nonlocal sent
        if sent:
            await asyncio.Event().wait()
        sent = True
        return {"type": "http.request", "body": b"", "more_body": False}

    return receive


def _collect(answer: list[Message]) -> Send:
    async def collect(message: Message) -> None:
        answer.append(message)

    return collect


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
