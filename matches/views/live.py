"""The versions of an event's parts: what changed, never what is in it.

``GET /e/SLUG/live/`` answers with all versions as JSON and an ETag, for pages that ask now and then. Asked for
``text/event-stream`` the same address is a stream of changes: ``matches.views.live_stream`` serves that beside Django,
whose handler would keep a thread for each listener, and asks this view whether the event may be seen.
"""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified

from matches.models import Event
from matches.queries.live import versions_of
from matches.views.frame import Roles, public_page


@public_page
def live(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """All versions at once. An unpublished event is 404 but for its staff."""
    versions = versions_of([event.slug]).get(event.slug, {})
    etag = f'"{sum(versions.values())}-{len(versions)}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == etag:
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(json.dumps(versions, sort_keys=True), content_type="application/json", headers=headers)
