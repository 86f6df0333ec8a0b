"""Answers with an export of the registry as a file."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse

from matches.events.address_queries import players_address
from matches.models import Event
from matches.pages.access_views import Roles, staff_page
from matches.permissions import can_see_desk
from matches.plugins import ExportRequest, registry


@staff_page(can_see_desk)
def export_file(request: HttpRequest, event: Event, roles: Roles, key: str, kind: str) -> HttpResponse:
    """Answer with the export ``key`` in the format ``kind``; 403 for those who may not, 404 for another format."""
    export = registry.exports[key]
    if not export.may_export(roles):
        raise PermissionDenied
    format_ = next((each for each in export.formats if each.key == kind), None)
    if format_ is None:
        raise Http404
    asked = ExportRequest(base_url=players_address(event), fields=request.POST.dict())
    response = HttpResponse(export.build(event, asked, format_), content_type=format_.content_type)
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-{export.key}.{format_.key}"'
    return response
