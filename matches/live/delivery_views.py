"""Parts along the stream: when a match on thousands of screens changes, its part is asked for once and sent to all.

Listeners whose fetches would get the same kept copy (``front_views.Key``) are a group. When the version that the part
follows has changed, the part is asked for once for the group, at the layer that answers fetches, by a request that has
nothing of any one of them: so rights, delay, and what a player's device is not shown, are those of a fetch at that
moment. Who is in no group, and everybody where the answer is not the part, hears the version and fetches.

What a device is, a stream knows from its first request. When a player's page is opened on the device, its streams end
(``devices``), and so they do after ``DEVICE_SECONDS``: they come again with the cookies that the device has by then.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
from dataclasses import dataclass, field
from typing import NamedTuple

from django.conf import settings
from django.db import Error
from django.http import QueryDict
from django.urls import reverse

from matches.live.asgi_types import Application, Scope
from matches.live.front_views import Key, is_player, visit_of
from matches.live.inner_requests import inner_answer
from matches.live.listeners import Delivery, Listener
from matches.live.packing import Message
from matches.live.queries import PLAYER_COOKIE, Versions
from matches.plugins import registry
from rules_engine.whole_numbers import whole_number

logger = logging.getLogger(__name__)

MOST_GROUPS = 64
"""The most groups of an event: its matches in some languages. Streams beyond them fetch their part, so that invented
addresses cannot make the server ask itself for more."""
ANSWER_SECONDS = 5.0
DEVICE_SECONDS = 600.0
AT_ONCE = 200
"""After so many listeners, other requests have their turn."""


class PartRequest(NamedTuple):
    """The fetch that a listener would make after a change of ``part``, and the kept copy that it would get."""

    part: str
    key: Key
    scope: Scope


@dataclass(eq=False)
class Group:
    """Listeners who would get the same copy."""

    request: PartRequest
    listeners: set[Listener] = field(default_factory=set)
    wanted: Versions = field(default_factory=dict)
    task: asyncio.Task[None] | None = None


def part_request(slug: str, scope: Scope) -> PartRequest | None:
    """What the page that opened this stream would fetch; None if its address names no part, and for a request that a
    kept copy does not answer.
    """
    query = QueryDict(scope["query_string"])
    for streamed in registry.streamed_parts:
        number = whole_number(query.get(streamed.parameter, ""))
        if number is None:
            continue
        path = reverse(streamed.url_name, args=[slug, number])
        if visit_of({**scope, "path": path}) is None:
            return None
        fetch = _of_nobody(scope, path)
        visit = visit_of(fetch)
        return PartRequest(streamed.part, visit.key, fetch) if visit is not None else None
    return None


def _of_nobody(scope: Scope, path: str) -> Scope:
    """A fetch of the part as this listener's, without anything that is the listener's alone."""
    kept = {b"host", b"accept-language"}
    if settings.SECURE_PROXY_SSL_HEADER is not None:
        kept.add(settings.SECURE_PROXY_SSL_HEADER[0].removeprefix("HTTP_").replace("_", "-").lower().encode())
    headers = [(name, value) for name, value in scope["headers"] if name in kept]
    cookies = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
    if is_player(cookies):
        headers.append((b"cookie", PLAYER_COOKIE.encode() + b"=1"))
    headers += [(b"accept", b"text/html"), (b"hx-request", b"true")]
    return {**scope, "path": path, "raw_path": path.encode(), "query_string": b"", "headers": headers}


class Deliveries:
    """The groups of this process by event. ``application`` answers fetches."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.groups: dict[str, dict[Key, Group]] = {}

    def join(self, slug: str, listener: Listener, request: PartRequest | None) -> None:
        """Let a listener's part come along its stream, for as long as the stream may take the device for what it is."""
        if request is None or request.part not in listener.parts:
            return
        groups = self.groups.setdefault(slug, {})
        if request.key not in groups and len(groups) >= MOST_GROUPS:
            return
        groups.setdefault(request.key, Group(request)).listeners.add(listener)
        listener.delivered = frozenset({request.part})
        listener.end_after(DEVICE_SECONDS * (0.75 + random.random() / 2))

    def leave(self, slug: str, listener: Listener) -> None:
        groups = self.groups.get(slug, {})
        for key, group in list(groups.items()):
            group.listeners.discard(listener)
            if not group.listeners:
                del groups[key]
        if not groups:
            self.groups.pop(slug, None)

    def bring(self, slug: str, news: Versions) -> None:
        """Ask for the parts that follow what has changed, each in its own time: nobody waits for another's."""
        for group in self.groups.get(slug, {}).values():
            if group.request.part in news:
                group.wanted = {group.request.part: news[group.request.part]}
                if group.task is None or group.task.done():
                    group.task = asyncio.get_running_loop().create_task(self._bring(slug, group))

    async def _bring(self, slug: str, group: Group) -> None:
        while group.wanted and group.listeners:
            versions, group.wanted = group.wanted, {}
            delivery = None
            try:
                delivery = await self._ask(slug, group, versions)
            except (Error, TimeoutError) as error:
                logger.warning("live: a part could not be brought along, its pages fetch it: %s", error)
            finally:
                if delivery is None:
                    for listener in group.listeners:
                        listener.tell(versions)
            if delivery is not None:
                await _deliver(group, delivery)

    async def _ask(self, slug: str, group: Group, versions: Versions) -> Delivery | None:
        """The part as it is now. One that is not there any more dissolves its group."""
        scope = group.request.scope
        answer = await asyncio.wait_for(inner_answer(self.application, scope), ANSWER_SECONDS)
        if answer.status == 404:
            self._dissolve(slug, group)
        if answer.status != 200:
            return None
        etag = answer.header(b"etag").decode("latin-1")
        part = {"versions": versions, "address": scope["path"], "etag": etag, "html": answer.body.decode()}
        text = f"event: part\ndata: {json.dumps(part, ensure_ascii=False)}\n\n"
        return Delivery(versions, Message(text.encode()))

    def _dissolve(self, slug: str, group: Group) -> None:
        """From now on its listeners hear versions."""
        for listener in group.listeners:
            listener.delivered = frozenset()
        groups = self.groups.get(slug, {})
        if groups.get(group.request.key) is group:
            del groups[group.request.key]


async def _deliver(group: Group, delivery: Delivery) -> None:
    for number, listener in enumerate(list(group.listeners), start=1):
        listener.deliver(delivery)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
