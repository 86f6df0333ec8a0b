"""Answers 304 for lists that did not change, with an ETag from the event's live versions.

Every change raises the versions of the parts it touches, so the versions identify the content of a list without
reading it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from django.db.models import QuerySet, Subquery
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from rest_framework.request import Request
from rest_framework.response import Response

from matches.live.queries import PUBLIC_PARTS
from matches.models import Event, EventDeletion, LiveVersion

PUBLIC = "public"
VERSION = "1"
"""Raise this when the shape of an answer changes, so that older copies are not reused."""


def event_tag(event: Event, parts: Iterable[str], *, viewer: str) -> str:
    """Return the ETag of an answer that shows these parts of an event to a viewer (``EventScopedView.viewer``): one
    query.

    The ETag for players depends only on the public parts, so it does not reveal that a draft exists.
    """
    visible = set(parts) & PUBLIC_PARTS if viewer.startswith(PUBLIC) else parts
    versions = LiveVersion.objects.filter(event=event, part__in=list(visible)).order_by("part")
    return tag_of([viewer, event.pk, list(versions.values_list("part", "version"))])


def events_tag(events: QuerySet[Event], *, viewer: str) -> str:
    """Return the ETag of a list of events as ``viewer`` (a key, or empty for all) sees it: two queries that read no
    list, however many events there are.

    How many events one sees and the last change at one of them tell two states apart: whatever is published, changed or
    given a role is the last change then, and whatever goes out of sight is one fewer. On SQLite a deleted event leaves
    its number to the next change, so the last deletion counts as well.
    """
    parts = ("event", "people", "staff") if viewer else ("event", "people")
    visible = events.order_by()
    newest = LiveVersion.objects.filter(event__in=visible.values("pk"), part__in=parts).order_by("-change")
    deletion = Subquery(EventDeletion.objects.order_by("-pk").values("pk")[:1])
    return tag_of([viewer, visible.count(), newest.values_list("change", deletion).first()])


def tag_of(known: object) -> str:
    """Return an ETag over plain values, computed from their ``repr``."""
    return f'"{hashlib.sha256(repr((VERSION, known)).encode()).hexdigest()[:32]}"'


def answer(request: Request, tag: str, make: Callable[[], Response]) -> HttpResponseBase:
    """Answer 304 if the client's copy has this ETag, else with the result of ``make`` and the ETag."""
    kind = getattr(getattr(request, "accepted_renderer", None), "format", "json")
    if kind != "json":
        tag = tag_of([tag, kind])
    unchanged = get_conditional_response(request._request, etag=tag)
    response = make() if unchanged is None else unchanged
    response.headers["ETag"] = tag
    # A client may keep a copy but must revalidate it; a copy for a signed-in user is private.
    response.headers["Cache-Control"] = "private, no-cache" if request.user.is_authenticated else "no-cache"
    patch_vary_headers(response, ["Accept", "Authorization", "Cookie", "Accept-Language"])
    return response
