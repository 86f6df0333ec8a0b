"""The live streams, as an ASGI application around Django's own."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
from collections.abc import AsyncIterator
from functools import lru_cache

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import Error, close_old_connections
from django.http import QueryDict

from matches.live.asgi_types import Application, Headers, Receive, Scope, Send
from matches.live.delivery_views import Deliveries, PartRequest, part_request
from matches.live.devices import device_of, new_device, numbers_in
from matches.live.encodings import accepts_gzip
from matches.live.front_views import is_player
from matches.live.inner_requests import header_in, inner_answer
from matches.live.listeners import Listener
from matches.live.packing import Message, Packed
from matches.live.queries import ALL_PARTS, WATCH_PART, Versions, heard, visitor_parts
from matches.live.state_queries import States
from matches.live.visitor_views import visitor_headers
from matches.live.watch_queries import News, Watcher
from matches.plugins import registry

logger = logging.getLogger(__name__)

ADDRESS = re.compile(r"/e/([-a-zA-Z0-9_]+)/live/")
TOLD_AT_ONCE = 200
"""After so many listeners, other requests have their turn."""
PARTS = b"x-live-parts"
"""The header in which Django's view lists the parts for a listener."""
HEAD = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


DRAIN_SPREAD = 1.0
"""Seconds over which all streams end when the process does, so that not all of a hall come again at one moment."""
STAFF_PART = "staff"
"""The part that changes with the roles of an event."""


class Hub:
    """The listeners of this process by event, and the task that looks for news while there are listeners."""

    def __init__(self, deliveries: Deliveries) -> None:
        self.deliveries = deliveries
        self.listeners: dict[str, set[Listener]] = {}
        self.known: dict[str, Versions] = {}
        self.joined: set[str] = set()
        self.watcher = Watcher()
        self.task: asyncio.Task[None] | None = None
        self.blind = False
        self.draining = False
        self.watching = 0  # listeners who watch a live match: they are looked for more often

    def join(
        self, slug: str, versions: Versions, parts: frozenset[str], request: PartRequest | None = None
    ) -> Listener:
        """A listener that receives changes from now on, and the part that its page would fetch with ``request``."""
        listener = Listener(parts)
        self.deliveries.join(slug, listener, request)
        if slug not in self.known:
            self.joined.add(slug)  # nobody has looked at its changes while the listener was being admitted
        self.listeners.setdefault(slug, set()).add(listener)
        self.watching += WATCH_PART in parts
        # Changes that the others received while this listener was being admitted.
        missed = {
            part: version
            for part, version in heard(self.known.setdefault(slug, versions), parts).items()
            if version > versions.get(part, 0)
        }
        if missed:
            listener.tell(missed)
        if self.draining:
            listener.end()
        if self.task is None or self.task.done():
            self.task = asyncio.get_running_loop().create_task(self._watch())
        return listener

    def leave(self, slug: str, listener: Listener) -> None:
        listeners = self.listeners.get(slug, set())
        self.watching -= listener in listeners and WATCH_PART in listener.parts
        listeners.discard(listener)
        self.deliveries.leave(slug, listener)
        if not listeners:
            self.listeners.pop(slug, None)
            self.known.pop(slug, None)

    def drain(self) -> None:
        """The process ends: each stream ends within ``DRAIN_SPREAD`` seconds, and its page opens it again elsewhere."""
        self.draining = True
        loop = asyncio.get_running_loop()
        for listeners in self.listeners.values():
            for listener in listeners:
                loop.call_later(random.random() * DRAIN_SPREAD, listener.end)

    async def _watch(self) -> None:
        while self.listeners:
            await asyncio.sleep(settings.LIVE_WATCH_EVERY if self.watching else settings.LIVE_LOOK_EVERY)
            if not self.listeners:
                return
            joined, self.joined = self.joined, set()
            try:
                news = await _look(self.watcher, list(self.listeners), joined)
                self._end_hidden(news)
                await self._tell(news.versions)
                self.blind = False
            except Error as error:
                # The database is busy or away for a moment: listeners must still hear of later changes.
                if not self.blind:
                    logger.warning("live: could not look for changes, trying until it works: %s", error)
                self.blind = True
                self.joined |= joined

    def _end_hidden(self, news: News) -> None:
        """End the public's streams of events that are not public any more, and everybody's of those that are gone."""
        for slug in news.looked_at:
            is_public = news.published.get(slug)
            if is_public:
                continue
            for listener in self.listeners.get(slug, ()):
                if is_public is None or ALL_PARTS not in listener.parts:
                    listener.end()

    async def _tell(self, found: dict[str, Versions]) -> None:
        for slug, versions in found.items():
            before = self.known.get(slug, {})
            news = {part: version for part, version in versions.items() if before.get(part) != version}
            if not news or slug not in self.listeners:
                continue
            self.known[slug] = versions
            self.deliveries.bring(slug, news)
            by_parts: dict[frozenset[str], Versions] = {}
            players = numbers_in(news)
            for number, listener in enumerate(list(self.listeners[slug]), start=1):
                hears = listener.versions_of
                if hears not in by_parts:
                    by_parts[hears] = heard(news, hears)
                if by_parts[hears]:
                    listener.tell(by_parts[hears])
                if listener.device in players:
                    listener.end()  # the device has become a player's: it comes again with the cookies of now
                if STAFF_PART in news and ALL_PARTS in listener.parts:
                    listener.end()  # roles have changed: it comes again, and is let in by the roles of then
                if number % TOLD_AT_ONCE == 0:
                    await asyncio.sleep(0)


def _look_now(watcher: Watcher, slugs: list[str], joined: set[str]) -> News:
    """What changed at these events since the watcher's last look."""
    try:
        for prepare in registry.live_looks:
            prepare()
        return watcher.look(slugs, joined)
    finally:
        close_old_connections()


_look = sync_to_async(_look_now, thread_sensitive=False)


class LiveStreams:
    """``LiveStreams(application, states)``: serves the streams itself and hands everything else to Django."""

    def __init__(self, application: Application, states: States) -> None:
        self.application, self.states = application, states
        self.hub = Hub(Deliveries(application))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = ADDRESS.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "GET" else None
        if found is None or b"text/event-stream" not in header_in(scope, b"accept"):
            await self.application(scope, receive, send)
            return
        allowed, request = await self._allowed_visitor(found[1], scope), None
        if allowed is not None:
            request = part_request(found[1], scope)
        else:
            allowed = await self._allowed(scope, send)
        if allowed is not None:
            listener = self.hub.join(found[1], *allowed, request)
            versions = heard(allowed[0], listener.parts)
            await self._stream(found[1], listener, versions, scope, receive, send)

    async def _allowed_visitor(self, slug: str, scope: Scope) -> tuple[Versions, frozenset[str]] | None:
        """The versions and parts of a listener who needs no look at a session; None if only Django can tell."""
        if visitor_headers(scope) is None:
            return None
        event = await self.states.of(slug)
        if event is None or not event.published:
            return None
        wanted = QueryDict(scope["query_string"])
        return event.versions, visitor_parts(wanted.get("table", ""), wanted.get("watch", ""))

    async def _allowed(self, scope: Scope, send: Send) -> tuple[Versions, frozenset[str]] | None:
        """Ask Django's view for the versions and parts of a listener; None after passing on a refusal."""
        own = (b"accept", b"accept-encoding", b"if-none-match", b"connection")  # the answer is read here
        headers = [(name, value) for name, value in scope["headers"] if name not in own]
        answer = await inner_answer(
            self.application, {**scope, "headers": [*headers, (b"accept", b"application/json")]}
        )
        if answer.status != 200:
            for message in answer.messages:
                await send(message)
            return None
        versions: Versions = json.loads(answer.body)
        return versions, frozenset(answer.header(PARTS).decode().split(","))

    async def _stream(
        self, slug: str, listener: Listener, versions: Versions, scope: Scope, receive: Receive, send: Send
    ) -> None:
        gone = asyncio.create_task(_disconnected(receive, listener))
        try:
            head = [*HEAD, *_named_device(slug, listener, scope)]
            packed = _packed(listener, scope)
            if packed is not None:
                head.append((b"content-encoding", b"gzip"))
            await send({"type": "http.response.start", "status": 200, "headers": head})
            async for message in _news(listener, versions):
                body = packed.add(message) if packed is not None else message.text
                await send({"type": "http.response.body", "body": body, "more_body": True})
            await send({"type": "http.response.body", "body": packed.end() if packed is not None else b""})
        finally:
            self.hub.leave(slug, listener)
            listener.leave()
            gone.cancel()


def _named_device(slug: str, listener: Listener, scope: Scope) -> Headers:
    """Note the number of the device with a stream that brings parts, and have the device keep it."""
    cookies = header_in(scope, b"cookie")
    if not listener.delivered or is_player(cookies):
        return []
    before = device_of(cookies)
    device = (before or new_device()).watches(slug)
    listener.device = device.number
    return [(b"set-cookie", device.header)] if device != before else []


def _packed(listener: Listener, scope: Scope) -> Packed | None:
    """A compressed stream, where parts come along and the client can read it. Versions alone are a few bytes."""
    accepted = header_in(scope, b"accept-encoding").decode("latin-1")
    return Packed() if listener.delivered and accepts_gzip(accepted) else None


async def _news(listener: Listener, versions: Versions) -> AsyncIterator[Message]:
    """Yield what a listener is sent: all versions, then each change of its parts, or the part itself, and a beat during
    silence.

    Proxies close silent connections, and may keep a dead one open: each beat tells the page when to expect the next.
    """
    yield _first(frozenset(versions.items()), settings.LIVE_BEAT_EVERY)
    while not listener.ended:
        news, delivery = await listener.wait(settings.LIVE_BEAT_EVERY)
        if news:
            yield _data(frozenset(news.items()))
        if delivery is not None:
            yield delivery.message
        elif not news and not listener.ended:
            yield _beat(settings.LIVE_BEAT_EVERY)


@lru_cache(maxsize=100)
def _data(versions: frozenset[tuple[str, int]]) -> Message:
    """An event of the stream. Thousands of listeners are sent the same one."""
    return Message(f"data: {json.dumps(dict(versions), sort_keys=True)}\n\n".encode())


@lru_cache(maxsize=100)
def _first(versions: frozenset[tuple[str, int]], beat_every: float) -> Message:
    """What a stream begins with."""
    return Message(b"retry: 2000\n" + _data(versions).text + _beat(beat_every).text)


@lru_cache(maxsize=1)
def _beat(every: float) -> Message:
    return Message(f"event: beat\ndata: {every}\n\n".encode())


async def _disconnected(receive: Receive, listener: Listener) -> None:
    """End the listener's stream when the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.end()
