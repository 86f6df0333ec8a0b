"""Personal pages in front of Django: at a publication all phones of a hall ask at once for the part that follows it.

``OwnParts`` gathers those who ask while others are answered, reads what they all need with the queries of one page
(``own_views``), and answers each. Everything is read after the request has arrived, the link first: an answer is never
older than its request, and a link that was revoked or replaced opens nothing from that moment.

The headers are those that Django once sent with such a part. Whole pages, acts, a request with a session, a chosen
language or anything else unusual, and whatever cannot be read go to Django.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import defaultdict
from collections.abc import Collection, Set
from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, parse_cookie
from django.middleware.csrf import CsrfViewMiddleware, get_token
from django.middleware.gzip import GZipMiddleware
from django.utils import translation

from matches.live.asgi_types import Application, Headers, Message, Receive, Scope, Send
from matches.live.devices import device_of
from matches.live.front_views import Answer, Key, is_player, visit_of
from matches.live.shared_queries import SharedLooks
from matches.me.odds_queries import mark_device
from matches.me.own_views import Players, read_players
from matches.me.part_views import is_reporting, own_part
from matches.models import Entry, Event, PlayerLink
from matches.pages.access_views import in_time_zone
from matches.people.services.links import token_hash

logger = logging.getLogger(__name__)

_compress = GZipMiddleware(lambda _request: HttpResponse()).process_response
"""Compresses a response, with padding of a random length."""

ADDRESS = re.compile(r"/p/([-\w]{1,100})/", re.ASCII)
TOGETHER = 256
"""So many pages are read together: more would let the first of them wait, and the event's own are read once for all."""
OF_THE_ANSWER = frozenset({b"content-length", b"content-encoding", b"set-cookie"})
"""Headers that differ from answer to answer."""


class OwnPartRequest(NamedTuple):
    """A phone that asks: its link, its cookies, and what its answer depends on beside them."""

    token: str
    cookies: str
    key: Key


@dataclass(frozen=True, slots=True)
class Made:
    """The answer to one who wanted, without the headers that all have."""

    headers: Headers
    body: bytes


class OwnParts:
    """``OwnParts(application)``: answers phones that fetch their own part, and hands everything else on."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.looks: SharedLooks[OwnPartRequest, Made] = SharedLooks(made_for, name="personal-pages", together=TOGETHER)
        self.heads: dict[Key, Headers] = {}
        """The headers of Django's own answer, by what they may depend on."""
        self.learning: dict[Key, asyncio.Event] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wanted = own_part_request(scope)
        if wanted is None:
            await self.application(scope, receive, send)
            return
        kind = wanted.key._replace(path="")
        if kind in self.learning:
            await self.learning[kind].wait()
        if kind not in self.heads:
            await self._learn(kind, scope, receive, send)
            return
        made = await self.looks.of(wanted)
        if made is None:
            await self.application(scope, receive, send)
            return
        answer = Answer(200, [*self.heads[kind], *made.headers], made.body)
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": answer.body})

    async def _learn(self, kind: Key, scope: Scope, receive: Receive, send: Send) -> None:
        """Let Django answer, and remember the headers; phones that ask meanwhile wait for that."""
        learnt = asyncio.Event()
        self.learning.setdefault(kind, learnt)

        async def watched(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                self.heads[kind] = [pair for pair in message["headers"] if pair[0].lower() not in OF_THE_ANSWER]
            learnt.set()
            await send(message)

        try:
            await self.application(scope, receive, watched)
        finally:
            learnt.set()
            if self.learning.get(kind) is learnt:
                del self.learning[kind]


def own_part_request(scope: Scope) -> OwnPartRequest | None:
    """The phone's question, if it is for the part of a personal page alone."""
    if scope["type"] != "http" or scope["method"] != "GET" or scope["query_string"]:
        return None
    found = ADDRESS.fullmatch(scope["path"])
    wanted = visit_of(scope) if found else None
    if found is None or wanted is None or not wanted.key.partial or scope.get("root_path"):
        return None
    cookies = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"), "")
    if is_watching(cookies.encode("latin-1")):
        return None  # Django ends the streams of a device that becomes a player's
    # Django gives a phone its first cookie for forms.
    return OwnPartRequest(found[1], cookies, wanted.key) if settings.CSRF_COOKIE_NAME in cookies else None


def is_watching(cookies: bytes) -> bool:
    """Whether a device with these cookies may have streams open as one that is not a player's."""
    return not is_player(cookies) and device_of(cookies) is not None


def made_for(requests: Collection[OwnPartRequest]) -> dict[OwnPartRequest, Made]:
    """The answers to those whose links are valid."""
    made: dict[OwnPartRequest, Made] = {}
    links = _entries_of_links({request.token for request in requests})
    for event in Event.objects.filter(pk__in=list(links)):
        by_language: dict[str, list[OwnPartRequest]] = defaultdict(list)
        for request in requests:
            if request.token in links[event.pk]:
                by_language[request.key.language].append(request)
        for language, together in by_language.items():
            with translation.override(language), in_time_zone(event):
                made.update(_made_together(event, {request: links[event.pk][request.token] for request in together}))
    return made


def _entries_of_links(tokens: Set[str]) -> dict[int, dict[str, int]]:
    """The entries of the links that are valid now, by event and token: one query."""
    by_hash = {token_hash(token): token for token in tokens}
    links = PlayerLink.objects.filter(token_hash__in=list(by_hash), revoked_at__isnull=True)
    found: dict[int, dict[str, int]] = defaultdict(dict)
    for hashed, entry_id, event_id in links.values_list("token_hash", "entry_id", "entry__event_id"):
        found[event_id][by_hash[hashed]] = entry_id
    return found


def _made_together(event: Event, requests: dict[OwnPartRequest, int]) -> dict[OwnPartRequest, Made]:
    """The answers to those of one event and language, by the entries of their links."""
    players, made = read_players(event, set(requests.values())), {}
    for request, entry_id in requests.items():
        try:
            made[request] = _made(players, players.entries[entry_id], request)
        except DatabaseError:
            raise
        except Exception:
            logger.exception("a personal page could not be made; Django answers")
    return made


def _made(players: Players, entry: Entry, wanted: OwnPartRequest) -> Made:
    request, response = HttpRequest(), HttpResponse()
    request.method, request.COOKIES = "GET", parse_cookie(wanted.cookies)
    request.META["HTTP_ACCEPT_ENCODING"] = "gzip" if wanted.key.gzip else ""
    request.is_secure = lambda: wanted.key.secure  # type: ignore[method-assign]
    csrf = CsrfViewMiddleware(lambda _request: response)
    csrf.process_request(request)
    csrf_token = get_token(request) if is_reporting(players, entry) else ""
    response.content = own_part(players, entry, wanted.token, csrf_token).encode()
    mark_device(request, response, entry)
    csrf.process_response(request, response)
    if wanted.key.gzip:
        _compress(request, response)
    headers = [(b"content-length", str(len(response.content)).encode())]
    if response.has_header("Content-Encoding"):
        headers.append((b"content-encoding", response.headers["Content-Encoding"].encode("ascii")))
    headers += [(b"set-cookie", cookie.OutputString().encode("ascii")) for cookie in response.cookies.values()]
    return Made(headers, response.content)
