"""The live stream of an event: server-sent events that say which part changed, never what is in it.

One watcher in the process looks at the database for all its listeners every ``LIVE_LOOK_EVERY`` seconds, so that ten
thousand phones cost one small query. A page that cannot hold a stream asks the same address for JSON and gets
all the versions, with an ETag.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, StreamingHttpResponse
from django.shortcuts import get_object_or_404

from matches.models import Event
from matches.permissions import can_see_unpublished, roles_of
from matches.queries.live import Versions, versions_of

HEARTBEAT = 20.0
"""Seconds without news after which a comment goes out: proxies close what is silent."""


class Hub:
    """The listeners of this process by event, and the one task that looks for news while there are any."""

    def __init__(self) -> None:
        self.listeners: dict[int, set[asyncio.Queue[Versions]]] = {}
        self.known: dict[int, Versions] = {}
        self.task: asyncio.Task[None] | None = None

    def join(self, event_id: int, versions: Versions) -> asyncio.Queue[Versions]:
        """A queue that gets what changes from now on."""
        queue: asyncio.Queue[Versions] = asyncio.Queue()
        self.listeners.setdefault(event_id, set()).add(queue)
        self.known.setdefault(event_id, versions)
        if self.task is None or self.task.done():
            self.task = asyncio.get_running_loop().create_task(self._watch())
        return queue

    def leave(self, event_id: int, queue: asyncio.Queue[Versions]) -> None:
        queues = self.listeners.get(event_id, set())
        queues.discard(queue)
        if not queues:
            self.listeners.pop(event_id, None)
            self.known.pop(event_id, None)

    async def _watch(self) -> None:
        while self.listeners:
            await asyncio.sleep(settings.LIVE_LOOK_EVERY)
            self._tell(await _look(list(self.listeners)))

    def _tell(self, found: dict[int, Versions]) -> None:
        for event_id, versions in found.items():
            before = self.known.get(event_id, {})
            news = {part: version for part, version in versions.items() if before.get(part) != version}
            if not news or event_id not in self.listeners:
                continue
            self.known[event_id] = versions
            for queue in self.listeners[event_id]:
                queue.put_nowait(news)


def _look_now(event_ids: list[int]) -> dict[int, Versions]:
    try:
        return versions_of(event_ids)
    finally:
        close_old_connections()


_look = sync_to_async(_look_now, thread_sensitive=False)
_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub() -> Hub:
    """The hub of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs.clear()  # a process serves from one loop; tests start several, one after another
        _hubs[loop] = Hub()
    return _hubs[loop]


def _visible_event(request: HttpRequest, slug: str) -> tuple[int, Versions]:
    event = get_object_or_404(Event, slug=slug)
    if not event.published and not can_see_unpublished(roles_of(request.user, event)):
        raise Http404
    return event.pk, versions_of([event.pk]).get(event.pk, {})


async def live(request: HttpRequest, slug: str) -> HttpResponse | StreamingHttpResponse:
    """``GET /e/SLUG/live``: the stream, or (``Accept: application/json``) all versions at once."""
    event_id, versions = await sync_to_async(_visible_event)(request, slug)
    if "text/event-stream" not in request.headers.get("accept", ""):
        return _poll(request, versions)
    response = StreamingHttpResponse(_stream(event_id, versions), content_type="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _poll(request: HttpRequest, versions: Versions) -> HttpResponse:
    body = json.dumps(versions, sort_keys=True)
    etag = f'"{sum(versions.values())}-{len(versions)}"'
    if request.headers.get("if-none-match") == etag:
        return HttpResponseNotModified(headers={"ETag": etag})
    return HttpResponse(body, content_type="application/json", headers={"ETag": etag, "Cache-Control": "no-cache"})


async def _stream(event_id: int, versions: Versions) -> AsyncIterator[str]:
    queue = hub().join(event_id, versions)
    try:
        yield f"retry: 2000\ndata: {json.dumps(versions, sort_keys=True)}\n\n"
        while True:
            try:
                news = await asyncio.wait_for(queue.get(), HEARTBEAT)
            except TimeoutError:
                yield ": still here\n\n"
                continue
            while not queue.empty():
                news = {**news, **queue.get_nowait()}
            yield f"data: {json.dumps(news, sort_keys=True)}\n\n"
    finally:
        hub().leave(event_id, queue)
