"""Lists that did not change are not sent again: an ETag from the event's live versions, and 304.

Every act raises the versions of the parts it changed, so that versions tell all that a list shows without reading it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.live.queries import PUBLIC_PARTS
from matches.models import Event, LiveVersion

PUBLIC = "public"
VERSION = "1"
"""Raise it when the form of an answer changes, so that copies from before the update are sent again."""


def event_tag(event: Event, parts: Iterable[str], *, viewer: str) -> str:
    """The ETag of what shows these parts of an event to a kind of viewer (see ``EventScopedView.viewer``): one query.

    Players' copies hang on the public parts alone: not even that there is a new draft can be told from them.
    """
    visible = set(parts) & PUBLIC_PARTS if viewer.startswith(PUBLIC) else parts
    return _tag([event.pk], visible, viewer)


def events_tag(event_ids: Iterable[int], *, viewer: str) -> str:
    """The ETag of a list of events as ``viewer`` (a key, or empty for all) sees it: one query."""
    return _tag(event_ids, ("event", "people", "staff") if viewer else ("event", "people"), viewer)


def _tag(event_ids: Iterable[int], parts: Iterable[str], viewer: str) -> str:
    ids = sorted(event_ids)
    versions = LiveVersion.objects.filter(event__in=ids, part__in=list(parts)).order_by("event_id", "part")
    return tag_of([viewer, ids, list(versions.values_list("event_id", "part", "version"))])


def tag_of(known: object) -> str:
    """An ETag over plain values, whose ``repr`` tells all of them."""
    return f'"{hashlib.sha256(repr((VERSION, known)).encode()).hexdigest()[:32]}"'


def answer(request: Request, tag: str, make: Callable[[], Response]) -> HttpResponseBase:
    """304 when the asker's copy is of this ETag, else what ``make`` makes, with the ETag."""
    unchanged = get_conditional_response(request._request, etag=tag)
    response = make() if unchanged is None else unchanged
    response.headers["ETag"] = tag
    # A copy may be kept and must be asked about; one that somebody logged in sees is nobody else's.
    response.headers["Cache-Control"] = "private, no-cache" if request.user.is_authenticated else "no-cache"
    patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
    return response
