"""The exports of the registry: their addresses, links to them, and the answer with the file."""

from __future__ import annotations

from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import reverse
from django.views.decorators.cache import never_cache

from matches.events.declarations.address import players_address
from matches.export_plugins import Export, ExportRequest
from matches.models import Event
from matches.pages.access_views import Roles, staff_page
from matches.permissions import can_see_desk
from matches.plugins import registry


class ExportLink(NamedTuple):
    """One file of an export: the name of its format, and its address."""

    label: str
    url: str


def export_links(event: Event, roles: Roles, export: Export) -> list[ExportLink]:
    """The formats of an export that these roles may have, with their addresses."""
    return [
        ExportLink(format_.label, reverse("matches:export", args=[event.slug, export.key, format_.key]))
        for format_ in export.formats
        if export.may_have(roles, format_)
    ]


@never_cache
@staff_page(can_see_desk)
def export_file(request: HttpRequest, event: Event, roles: Roles, key: str, kind: str) -> HttpResponse:
    """``/e/SLUG/desk/exports/KEY.KIND``: 403 for those who may not, 404 for an unknown export or format."""
    export = registry.exports.get(key)
    if export is None:
        raise Http404
    method = "POST" if export.sent_by_page else "GET"
    if request.method != method:
        return HttpResponseNotAllowed([method])
    if not export.may_export(roles):
        raise PermissionDenied
    format_ = next((each for each in export.formats if each.key == kind), None)
    if format_ is None:
        raise Http404
    if not export.may_have(roles, format_):
        raise PermissionDenied
    wanted = ExportRequest(base_url=players_address(event), fields=request.POST.dict(), roles=roles)
    response = HttpResponse(export.build(event, wanted, format_), content_type=format_.content_type)
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-{export.key}.{format_.key}"'
    return response
