"""Looks at the database that many requests share: a thread of its own, and one look for all who ask meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Generic, TypeVar

from django.conf import settings
from django.db import DatabaseError, connection

logger = logging.getLogger(__name__)


K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class SharedLooks(Generic[K, V]):
    """``SharedLooks(read, name=…)``: what ``read`` finds for questions, in looks that begin after they were asked.

    ``together`` is how many questions one look answers at most.
    """

    def __init__(self, read: Callable[[list[K]], Mapping[K, V]], *, name: str, together: int | None = None) -> None:
        self.read, self.together = read, together
        self.waiting: dict[K, asyncio.Future[V | None]] = {}
        self.more = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.pool = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def of(self, key: K) -> V | None:
        """The answer at this moment or later; None where there is none, or without a database."""
        loop = asyncio.get_running_loop()
        if key not in self.waiting:
            self.waiting[key] = loop.create_future()
            self.more.set()
        if self.task is None or self.task.done():
            self.task = loop.create_task(self._read())
        return await asyncio.shield(self.waiting[key])

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        while self.waiting:
            await self._read_once()
            if not self.waiting:
                await self._pause()
            if not self.waiting:  # a question that comes during this is read in another turn
                await loop.run_in_executor(self.pool, _close)

    async def _pause(self) -> None:
        """Wait a moment for the next question, because a new connection costs more than the query."""
        self.more.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.more.wait(), settings.STATES_CONNECTION_SECONDS)

    async def _read_once(self) -> None:
        waiting = {key: self.waiting.pop(key) for key in list(islice(self.waiting, self.together))}
        found: Mapping[K, V] = {}
        try:
            found = await asyncio.get_running_loop().run_in_executor(self.pool, self._look, list(waiting))
        except (DatabaseError, OSError):
            logger.warning("live: could not read for those who asked; Django answers", exc_info=True)
        finally:
            for key, future in waiting.items():
                if not future.done():
                    future.set_result(found.get(key))

    def _look(self, keys: list[K]) -> Mapping[K, V]:
        try:
            return self.read(keys)
        except DatabaseError:
            connection.close()  # the next question gets a new connection
            raise


def _close() -> None:
    """Close the connection of the thread that calls this."""
    connection.close()
