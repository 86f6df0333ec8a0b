"""``/healthz`` and ``/readyz``: whether the process lives, and whether it can serve.

Both are answered in front of Django, so that a full house or a database that is away does not keep them waiting.
"""

from __future__ import annotations

import asyncio
import json
import time

import redis
from django.conf import settings
from django.db import Error, close_old_connections, connection
from django.db.migrations.executor import MigrationExecutor

from matches.live.asgi_types import Application, Receive, Scope, Send

AGAIN_AFTER = 1.0
"""Seconds for which an answer stands: whoever asks more often costs nothing."""
PATIENCE = 3.0
"""Seconds after which what does not answer counts as away."""


class Health:
    """``Health(application)``: answers the two addresses and hands everything else on."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.checked_at = float("-inf")
        self.problems: dict[str, str] = {}
        self.checking = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"] if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") else ""
        if path == "/healthz":
            await _answer(send, 200, {"alive": True})
        elif path == "/readyz":
            problems = await self._problems()
            await _answer(send, 503 if problems else 200, {"ready": not problems, "problems": problems})
        else:
            await self.application(scope, receive, send)

    async def _problems(self) -> dict[str, str]:
        async with self.checking:
            if time.monotonic() - self.checked_at > AGAIN_AFTER:
                try:
                    self.problems = await asyncio.wait_for(asyncio.to_thread(problems), PATIENCE)
                except TimeoutError:
                    self.problems = {"database": "does not answer"}
                self.checked_at = time.monotonic()
            return self.problems


_migrated = False
"""Migrations that were made stay made as long as this process lives."""


def problems() -> dict[str, str]:
    """What keeps this process from serving, by what it is: ``database``, ``migrations``, ``broker``."""
    return _of_database() | _of_broker()


def _of_database() -> dict[str, str]:
    global _migrated
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if not _migrated:
            executor = MigrationExecutor(connection)
            waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
            if waiting:
                return {"migrations": f"{len(waiting)} to run: manage.py prepare"}
            _migrated = True
    except Error:
        return {"database": "does not answer"}
    finally:
        close_old_connections()
    return {}


def _of_broker() -> dict[str, str]:
    if not settings.REDIS_URL:
        return {}
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1) as client:
            client.ping()
    except redis.RedisError:
        return {"broker": "does not answer"}
    return {}


async def _answer(send: Send, status: int, body: dict[str, object]) -> None:
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(body).encode()})
