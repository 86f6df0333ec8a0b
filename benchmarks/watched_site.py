"""The site's own ASGI application beside a test client: its streams, and the pages that it keeps.

``python -m benchmarks.watched_bytes`` uses it. It runs in a thread with a loop and database connections of its own.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

from matches.live.inner_requests import InnerAnswer, inner_answer

PATIENCE = 60.0
"""Seconds after which what has to come counts as never coming."""
LOOK = 0.005
HOST = b"testserver"
T = TypeVar("T")


class Site:
    """``fetch`` and ``stream`` ask the application as a device with these cookies does."""

    def __init__(self) -> None:
        from bankout_tournament.asgi import application

        self.application = application
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def run(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self.loop).result(PATIENCE)

    def fetch(self, path: str, cookies: str, *, part: bool) -> InnerAnswer:
        scope = _scope(path, cookies, *([(b"hx-request", b"true")] if part else []))
        return self.run(inner_answer(self.application, scope))

    def stream(self, path: str, cookies: str) -> Stream:
        found = Stream(self)
        self.run(found.open(_scope(path, cookies, (b"accept", b"text/event-stream"))))
        wait_for(lambda: b"event: beat" in found.text)
        found.text = b""
        return found


class NeverCameError(Exception):
    """What has to come along a stream did not come in time, as may be on a machine that has stood still."""


class Stream:
    """What has come along an open stream since somebody looked last."""

    def __init__(self, site: Site) -> None:
        self.site, self.text, self.over = site, b"", False
        self.gone = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    async def open(self, scope: dict[str, Any]) -> None:
        self.task = asyncio.create_task(self.site.application(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.text += message.get("body", b"")
        self.over |= message["type"] == "http.response.body" and not message.get("more_body", False)

    def leave(self) -> None:
        self.site.loop.call_soon_threadsafe(self.gone.set)
        wait_for(lambda: self.task is not None and self.task.done())

    def without_beats(self) -> bytes:
        return re.sub(rb"event: beat\ndata: [\d.]+\n\n", b"", self.text)

    def parts(self) -> list[str]:
        """The pages that came along."""
        events = self.text.split(b"\n\n")
        return [json.loads(each.partition(b"data: ")[2])["html"] for each in events if each.startswith(b"event: part")]


def wait_for(condition: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() >= end:
            raise NeverCameError
        time.sleep(LOOK)


def _scope(path: str, cookies: str, *headers: tuple[bytes, bytes]) -> dict[str, Any]:
    path, _, query = path.partition("?")
    own = [(b"host", HOST), *headers, *([(b"cookie", cookies.encode())] if cookies else [])]
    return {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "GET",
        "scheme": "http", "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
        "headers": own, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
    }  # fmt: skip
