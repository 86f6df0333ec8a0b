"""Kept pages, answered in front of Django: no thread, session, middleware or routing for a page that has not changed.

Django marks a response that is the same for all visitors (``cached_views``). ``KeptPages`` keeps it and its 304, with
the headers that Django sent. The next visitor gets the copy if the event still is in the state that the copy shows
(``state_queries``). The state is read from the database after a request has arrived, so that it gets no copy that was
out of date at that moment. Requests that arrive during a query share the next one.

A request with a session, a chosen language, a token or anything else unusual goes to Django, and leaves no copy.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from matches.live.asgi_types import Application, Headers, Message, Receive, Scope, Send
from matches.live.encodings import accepts_gzip
from matches.live.queries import PLAYER_COOKIE, differs_for_players, heard
from matches.live.state_queries import EventState, States
from matches.live.visitor_views import visitor_headers

MARK = "matches.kept_page"
"""The scope's entry in which Django marks a response that may be kept."""
MOST_BYTES = 64 * 1024 * 1024
OVERHEAD = 4_000
"""About what a copy takes without its body."""
MOST_OTHERS = 4_000
LONGEST_LANGUAGES = 500
"""The length that Django reads of an ``Accept-Language`` header. A longer one is not kept in memory."""
TRIES = 4
"""A request waits for at most so many pages that others fetch, then it asks Django itself."""


@dataclass(slots=True)
class Mark:
    """What Django says about a response: the event's slug and state, the ETag, and whether to keep the body."""

    slug: str = ""
    state: str = ""
    tag: str = ""
    stored: bool = False
    also: tuple[tuple[str, int], ...] = ()
    """The versions of further ``parts`` that the page depends on."""
    parts: frozenset[str] = frozenset()

    def shows(self, now: EventState) -> bool:
        """Whether the page is as the event is now."""
        return now.state == self.state and tuple(sorted(heard(now.versions, self.parts).items())) == self.also


def mark_kept(request: HttpRequest, mark: Mark) -> None:
    """Say that the response to this request is the same for all visitors."""
    found = getattr(request, "scope", {}).get(MARK)
    if found is not None:
        found.slug, found.state, found.tag, found.stored = mark.slug, mark.state, mark.tag, mark.stored
        found.also, found.parts = mark.also, mark.parts


class Key(NamedTuple):
    """What a kept page depends on beside the event's state."""

    path: str
    partial: bool
    gzip: bool
    language: str
    secure: bool
    player: bool = False
    """A page that differs on a player's device, on such a device."""


class Visit(NamedTuple):
    """A request that a kept page may answer."""

    key: Key
    etags: str
    head: bool


class Answer(NamedTuple):
    """A complete answer."""

    status: int
    headers: Headers
    body: bytes


@dataclass(frozen=True, slots=True)
class Page:
    """A kept page: the complete response and the 304, each as soon as Django has sent one."""

    mark: Mark
    began: float
    """When Django was asked for it. Requests that arrived earlier need not read the state."""
    headers: Headers | None = None
    body: bytes = field(default=b"", repr=False)
    unchanged: Headers | None = None

    @property
    def size(self) -> int:
        return OVERHEAD + len(self.body)

    def _is_known(self, visit: Visit) -> bool:
        return f'"{self.mark.tag}"' in visit.etags

    def answer(self, visit: Visit) -> Answer | None:
        """The answer to a request, if it is kept."""
        if self._is_known(visit):
            return Answer(304, self.unchanged, b"") if self.unchanged is not None else None
        if self.headers is None:
            return None
        return Answer(200, self.headers, b"" if visit.head else self.body)

    def will_have(self, visit: Visit) -> bool:
        """Whether the answer is kept when Django has given it once."""
        return self.mark.stored or self._is_known(visit)


class KeptPages:
    """``KeptPages(application, states)``: answers what it has kept and hands everything else to Django."""

    def __init__(self, application: Application, states: States) -> None:
        self.application, self.states = application, states
        self.pages: OrderedDict[Key, Page] = OrderedDict()
        self.size = 0
        self.others: OrderedDict[Key, None] = OrderedDict()
        """Addresses whose last answer was not to be kept: their visitors do not wait for one another."""
        self.loading: dict[Key, asyncio.Event] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        visit = visit_of(scope)
        if visit is None:
            await self.application(scope, receive, send)
            return
        arrived = time.monotonic()
        for _ in range(TRIES):
            page = await self._current(visit.key, arrived)
            answer = page.answer(visit) if page else None
            if answer is not None:
                await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
                await send({"type": "http.response.body", "body": answer.body})
                return
            if visit.head or visit.key in self.others or (page is not None and not page.will_have(visit)):
                break
            if visit.key not in self.loading:
                await self._load(visit, scope, receive, send)
                return
            await self.loading[visit.key].wait()  # another visitor's request is fetching the page
        await self._ask(visit, scope, receive, send)

    async def _current(self, key: Key, arrived: float) -> Page | None:
        """The kept page, if it shows the event as it was when the visitor arrived, or later."""
        page = self.pages.get(key)
        if page is None or (page.began < arrived and not await self._shows_now(page.mark)):
            return None
        if key in self.pages:
            self.pages.move_to_end(key)
        return page

    async def _shows_now(self, mark: Mark) -> bool:
        found = await self.states.of(mark.slug)
        return found is not None and mark.shows(found)

    async def _load(self, visit: Visit, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask Django while others who ask for the same wait."""
        self.loading[visit.key] = ready = asyncio.Event()

        def done() -> None:
            if not ready.is_set():
                ready.set()
                del self.loading[visit.key]

        try:
            await self._ask(visit, scope, receive, send, done)
        finally:
            done()

    async def _ask(
        self, visit: Visit, scope: Scope, receive: Receive, send: Send, done: Callable[[], None] = lambda: None
    ) -> None:
        """Let Django answer, and keep what it marks. ``done`` is called before a slow client is waited for."""
        mark, began = Mark(), time.monotonic()
        start: Message = {}
        body: list[bytes] = []

        async def watched(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            elif mark.state:
                body.append(message.get("body", b""))
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                self._learn(visit, mark, began, start, b"".join(body))
                done()
            await send(message)

        await self.application({**scope, MARK: mark}, receive, watched)

    def _learn(self, visit: Visit, mark: Mark, began: float, start: Message, body: bytes) -> None:
        """Keep a marked response, and remember of another one that there is nothing to keep."""
        status, headers = start["status"], list(start["headers"])
        if visit.head or status >= 500:
            return
        before = self.pages.pop(visit.key, None)
        self.size -= before.size if before else 0
        if not mark.state or any(name.lower() == b"set-cookie" for name, _value in headers):
            self.others[visit.key] = None
            if len(self.others) > MOST_OTHERS:
                self.others.popitem(last=False)
            return
        self.others.pop(visit.key, None)
        page = replace(before, began=began) if before is not None and before.mark == mark else Page(mark, began)
        if status == 304:
            page = replace(page, unchanged=headers)
        elif status == 200 and mark.stored:
            page = replace(page, headers=headers, body=body)
        self.pages[visit.key] = page
        self.size += page.size
        while self.size > MOST_BYTES:
            self.size -= self.pages.popitem(last=False)[1].size


def visit_of(scope: Scope) -> Visit | None:
    """What the request asks for, or None if only Django can tell."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return None
    found = visitor_headers(scope)
    if found is None or settings.LANGUAGE_COOKIE_NAME.encode() in found.get(b"cookie", b""):
        return None
    accepted = found.get(b"accept-language", b"").decode("latin-1")
    if len(accepted) > LONGEST_LANGUAGES:
        return None
    key = Key(
        path=scope.get("root_path", "") + "\n" + scope["path"],
        partial=found.get(b"hx-request") == b"true",
        gzip=accepts_gzip(found.get(b"accept-encoding", b"").decode("latin-1")),
        language=_language(accepted),
        secure=_is_secure(scope, found),
        player=differs_for_players(scope["path"]) and is_player(found.get(b"cookie", b"")),
    )
    return Visit(key, found.get(b"if-none-match", b"").decode("latin-1"), scope["method"] == "HEAD")


def is_player(cookies: bytes) -> bool:
    """Whether a device with these cookies is a player's."""
    names = (one.partition(b"=")[0].strip() for one in cookies.split(b";"))
    return PLAYER_COOKIE.encode() in names


@lru_cache(maxsize=1_000)
def _language(accepted: str) -> str:
    """The language that Django would choose for a visitor without a cookie."""
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted
    return str(get_language_from_request(request))


def _is_secure(scope: Scope, headers: dict[bytes, bytes]) -> bool:
    if settings.SECURE_PROXY_SSL_HEADER is None:
        return bool(scope.get("scheme") == "https")
    name, secure = settings.SECURE_PROXY_SSL_HEADER
    value = headers.get(name.removeprefix("HTTP_").replace("_", "-").lower().encode())
    if value is None:
        return bool(scope.get("scheme") == "https")
    return value.decode("latin-1").partition(",")[0].strip() == secure
