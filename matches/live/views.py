"""The versions of an event's parts: what changed, never what is in it.

``GET /e/SLUG/live/`` answers with all versions as JSON and an ETag, for pages that ask now and then. Asked for
``text/event-stream`` the same address is a stream of changes: ``matches.live.stream_views`` serves that beside Django,
whose handler would keep a thread for each listener, and asks this view whether the event may be seen, and how much.

The staff hear of every part; everyone else of the public ones, so that not even the making of a draft can be heard.
``?table=12`` adds what happens at one table.
"""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers

from matches.live.queries import ALL_PARTS, PUBLIC_PARTS, event_versions, heard
from matches.models import Event
from matches.pages.access_views import Roles, public_page
from matches.permissions import can_see_unpublished

PARTS_HEADER = "X-Live-Parts"
"""Tells the stream which parts this listener hears: ``*``, or their names with commas."""


@public_page
def live(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """All versions that this visitor may hear of. An unpublished event is 404 but for its staff."""
    parts = {ALL_PARTS} if can_see_unpublished(roles) else PUBLIC_PARTS | _table(request)
    versions = heard(event_versions(event), parts)
    response = _answer(request, versions)
    response.headers[PARTS_HEADER] = ",".join(sorted(parts))
    patch_vary_headers(response, ("Cookie",))
    return response


def _answer(request: HttpRequest, versions: dict[str, int]) -> HttpResponse:
    body = json.dumps(versions, sort_keys=True)
    # Versions only rise, so that no two states of the same parts have the same sum.
    headers = {"ETag": f'"{len(versions)}-{sum(versions.values())}"', "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(body, content_type="application/json", headers=headers)


def _table(request: HttpRequest) -> set[str]:
    number = request.GET.get("table", "")
    return {f"table {int(number)}"} if number.isascii() and number.isdecimal() and len(number) < 7 else set()
