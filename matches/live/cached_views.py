"""Cached pages: public pages that are rendered once per version, stored compressed, and served with an ETag.

What a page shows changes only when the event's row, the site's address or the version of a public part does
(``live.queries``). The ETag is made of all three: a browser that has the page gets 304, all others the cached copy. The
cache key is the path without the query string, and the language, so a new version replaces the old one; a page with
chances is another one on a player's device. A cached view reads nothing else of the request: neither query string nor
host name nor user.

A visitor who is signed in, or who has a message waiting in the session, gets a page that is not cached. For all others
``front_views`` keeps the response and answers in front of Django from then on.
"""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import cache
from django.http import HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from matches.live.encodings import accepts_gzip
from matches.live.front_views import Mark, mark_kept
from matches.live.queries import PLAYER_COOKIE, PUBLIC_PARTS, Versions, differs_for_players, event_versions, heard
from matches.live.state_queries import digest, state_of
from matches.models import Event
from matches.pages.access_views import PageRequest, StaffView, in_time_zone, open_event

SECONDS_CACHED = 3600
VARY = ("Cookie", "HX-Request", "Accept-Encoding")
_rendering = threading.Lock()
"""One page is rendered at a time: ten thousand phones that ask for the next round at once wait for one rendering."""


def cached_page(
    *, stored: bool = True, also: frozenset[str] = frozenset()
) -> Callable[[StaffView], Callable[..., HttpResponseBase]]:
    """A cached page: ``view(request, event, roles, **kwargs)``. Only its staff can open an unpublished event.

    ``also`` are parts that this page depends on besides the public ones. With ``stored=False`` the page has an ETag but
    is rendered for each request: for pages that are too many to cache. The view finds the versions that it must print
    into the page in ``request.live_versions``.
    """

    def decorate(view: StaffView) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def page(request: PageRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
            event, roles = open_event(request, slug)
            # Read before the page reads anything: its data may be newer than its version, never older.
            every = event_versions(event)
            request.live_versions = heard(every, PUBLIC_PARTS | also)  # type: ignore[attr-defined]
            with in_time_zone(event):
                if _is_personal(request):
                    response = view(request, event, roles, **kwargs)
                    patch_cache_control(response, private=True, no_cache=True)
                else:
                    mark = _mark(request, event, every, also)
                    mark.stored = stored
                    response = _shared(request, event, mark, lambda: view(request, event, roles, **kwargs))
            patch_vary_headers(response, VARY)
            return response

        return page

    return decorate


def _is_personal(request: PageRequest) -> bool:
    """Whether the page is for this visitor alone. Without a session cookie, no query is needed."""
    return request.user.is_authenticated or "_messages" in request.session


def is_player_device(request: PageRequest) -> bool:
    """Whether a player's page was opened on the device that asks."""
    return PLAYER_COOKIE in request.COOKIES


def _place(request: PageRequest, event: Event) -> str:
    """The cache's key of a page."""
    apart = is_player_device(request) if differs_for_players(request.path) else False
    return f"page:{event.pk}:{digest(request.path, bool(request.htmx), get_language(), apart)}"


def _mark(request: PageRequest, event: Event, every: Versions, also: frozenset[str]) -> Mark:
    """What a page shows, by the versions of the parts that it depends on."""
    state, further = state_of(event, heard(every, PUBLIC_PARTS)), tuple(sorted(heard(every, also).items()))
    tag = digest(_place(request, event), state, further, _build())
    return Mark(event.slug, state, tag, also=further, parts=also)


def _shared(request: PageRequest, event: Event, mark: Mark, render: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    place, tag = _place(request, event), mark.tag
    if _has(request, tag):
        return _answer(request, HttpResponseNotModified(), mark)
    if not mark.stored:
        response = render()
        return _answer(request, response, mark) if _may_share(request, response) else response
    body = _cached(place, tag)
    if body is None:
        with _rendering:
            body = _cached(place, tag)
            if body is None:
                response = render()
                if not isinstance(response, HttpResponse) or not _may_share(request, response):
                    return response
                body = gzip.compress(response.content, compresslevel=6, mtime=0)
                cache.set(place, (tag, body), SECONDS_CACHED)
    return _answer(request, _unpacked(request, body), mark)


def _cached(place: str, tag: str) -> bytes | None:
    found = cache.get(place)
    return found[1] if found and found[0] == tag else None


def _unpacked(request: PageRequest, body: bytes) -> HttpResponse:
    if accepts_gzip(request.headers.get("accept-encoding", "")):
        return HttpResponse(body, headers={"Content-Encoding": "gzip"})
    return HttpResponse(gzip.decompress(body))


def _may_share(request: PageRequest, response: HttpResponseBase) -> bool:
    """Whether the page can be cached: complete, and without a form token or cookie of this visitor."""
    return response.status_code == 200 and not response.cookies and not request.META.get("CSRF_COOKIE_NEEDS_UPDATE")


def _answer(request: PageRequest, response: HttpResponseBase, mark: Mark) -> HttpResponseBase:
    response.headers["ETag"] = f'W/"{mark.tag}"'
    response.headers["Cache-Control"] = "no-cache"
    mark_kept(request, mark)
    return response


def _has(request: PageRequest, tag: str) -> bool:
    return f'"{tag}"' in request.headers.get("if-none-match", "")


@lru_cache(maxsize=1)
def _build() -> str:
    """A mark of the program's version, so that an update invalidates cached pages."""
    folders = [settings.BASE_DIR / "templates", Path(__file__).parent]
    times = [path.stat().st_mtime_ns for folder in folders for path in sorted(folder.rglob("*.*"))]
    return digest(max(times), len(times), getattr(staticfiles_storage, "manifest_hash", ""))
