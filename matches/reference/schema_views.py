"""``/api/schema/``: the OpenAPI document, as JSON or as YAML. It stays as it is while the program runs, so it is built
and written once.
"""

from __future__ import annotations

from functools import lru_cache

from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

from matches.reference.outline import Node

KINDS = 16
"""More than there are languages and forms."""


class Schema(SpectacularAPIView):
    """The document in the language of the request."""

    def _get_schema_response(self, request: Request) -> HttpResponse:
        renderer = request.accepted_renderer
        body = _written(renderer.format, translation.get_language() or "")
        name = f'inline; filename="{self._get_filename(request, None)}"'
        kind = f"{renderer.media_type}; charset={renderer.charset or 'utf-8'}"
        return HttpResponse(body, content_type=kind, headers={"Content-Disposition": name})


@lru_cache(maxsize=KINDS)
def schema_in(language: str) -> Node:
    """The whole schema in a language. It takes a second."""
    with translation.override(language):
        found: Node = SchemaGenerator().get_schema(request=None, public=True)
        return found


@lru_cache(maxsize=KINDS)
def _written(form: str, language: str) -> bytes:
    renderer = next(each for each in Schema.renderer_classes if each.format == form)
    written = renderer().render(schema_in(language), renderer_context={})
    return written if isinstance(written, bytes) else written.encode()
