"""The versions of an event's parts. They say that a part changed, not what it contains.

``GET /e/SLUG/live/`` answers with all versions as JSON and an ETag, for pages that poll. With ``Accept:
text/event-stream`` the same address is a stream of changes. ``matches.live.stream_views`` serves it beside Django,
whose handler would keep a thread for each listener. It asks this view which parts a listener with a session
may hear of.

The staff hear of every part, everyone else only of the public ones, so a new draft stays unnoticed. ``?table=12`` adds
the changes at one table, ``?watch=1`` those of the matches that everybody can watch. What a page names beside that
(``&match=3``) says which part its stream may bring along (``delivery_views``).
"""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers

from matches.live.queries import ALL_PARTS, event_versions, heard, visitor_parts
from matches.models import Event
from matches.pages.access_views import Roles, public_page
from matches.permissions import can_see_unpublished
from matches.plugins import registry

PARTS_HEADER = "X-Live-Parts"
"""Tells the stream which parts this listener hears: ``*``, or their names separated by commas."""


@public_page
def live(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Answer with the versions that this visitor may hear of. An unpublished event is 404 except for its staff."""
    for prepare in registry.live_looks:
        prepare()
    parts = (
        {ALL_PARTS}
        if can_see_unpublished(roles)
        else visitor_parts(request.GET.get("table", ""), request.GET.get("watch", ""))
    )
    versions = heard(event_versions(event), parts)
    response = _answer(request, versions)
    response.headers[PARTS_HEADER] = ",".join(sorted(parts))
    patch_vary_headers(response, ("Cookie",))
    return response


def _answer(request: HttpRequest, versions: dict[str, int]) -> HttpResponse:
    body = json.dumps(versions, sort_keys=True)
    # Versions only rise, so two states of the same parts never have the same sum.
    headers = {"ETag": f'"{len(versions)}-{sum(versions.values())}"', "Cache-Control": "no-cache"}
    if headers["ETag"] in request.headers.get("if-none-match", ""):  # weak, if the answer was compressed
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(body, content_type="application/json", headers=headers)
