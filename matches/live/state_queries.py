"""The state of what public pages show: two equal states mean the same pages.

``States`` answers visitors in front of Django: a thread of its own, and one query for all who ask at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, connection
from django.forms.models import model_to_dict

from matches.events.declarations.address import site_address
from matches.live.queries import PUBLIC_PARTS, Versions, heard, versions_of
from matches.models import Event

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EventState:
    """An event at one moment: the state of its public pages, the versions of all parts, and whether it is public."""

    state: str
    versions: Versions
    published: bool


def digest(*values: object) -> str:
    """A short text that is the same for the same values."""
    text = json.dumps(values, cls=DjangoJSONEncoder, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def state_of(event: Event, versions: Versions) -> str:
    """The state of an event's public pages: its row, the versions of its public parts, and the site's address."""
    return digest(model_to_dict(event), site_address(), versions)


def states_of(slugs: Collection[str]) -> dict[str, EventState]:
    """Return the state of each event by slug; an event that is not there has none. Two queries."""
    events = list(Event.objects.filter(slug__in=list(slugs)))
    versions = versions_of(slugs)
    found = {}
    for event in events:
        own = versions.get(event.slug, {})
        found[event.slug] = EventState(state_of(event, heard(own, PUBLIC_PARTS)), own, event.published)
    return found


class States:
    """The states of events, read in a thread of its own: one query answers all who asked before it began."""

    def __init__(self) -> None:
        self.asked: dict[str, asyncio.Future[EventState | None]] = {}
        self.more = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.pool = ThreadPoolExecutor(1, thread_name_prefix="event-states")

    async def of(self, slug: str) -> EventState | None:
        """The event's state at this moment or later; None without the event, or without a database."""
        loop = asyncio.get_running_loop()
        if slug not in self.asked:
            self.asked[slug] = loop.create_future()
            self.more.set()
        if self.task is None or self.task.done():
            self.task = loop.create_task(self._read())
        return await asyncio.shield(self.asked[slug])

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        while self.asked:
            await self._read_once()
            if not self.asked:
                await self._pause()
            if not self.asked:  # a question that comes during this is read in another turn
                await loop.run_in_executor(self.pool, _close)

    async def _pause(self) -> None:
        """Wait a moment for the next question, because a new connection costs more than the query."""
        self.more.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.more.wait(), settings.STATES_CONNECTION_SECONDS)

    async def _read_once(self) -> None:
        asked, self.asked = self.asked, {}
        found: dict[str, EventState] = {}
        try:
            found = await asyncio.get_running_loop().run_in_executor(self.pool, _states_of, list(asked))
        except (DatabaseError, OSError):
            logger.warning("live: could not read the state of the events; Django answers", exc_info=True)
        finally:
            for slug, future in asked.items():
                if not future.done():
                    future.set_result(found.get(slug))


def _states_of(slugs: list[str]) -> dict[str, EventState]:
    try:
        return states_of(slugs)
    except DatabaseError:
        connection.close()  # the next question gets a new connection
        raise


def _close() -> None:
    """Close the connection of the thread that calls this."""
    connection.close()
