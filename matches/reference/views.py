"""``/api/``: every operation of the API and every object, to read."""

from __future__ import annotations

from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from matches.live.site_queries import site_address
from matches.reference.outline import Outline, outline_of
from matches.reference.schema_views import KINDS, schema_in


@gzip_page
@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """The page about the API, for everybody."""
    return render(
        request, "matches/reference/api.html", {"outline": _outline(get_language() or ""), "base": f"{site_address()}/"}
    )


@lru_cache(maxsize=KINDS)
def _outline(language: str) -> Outline:
    return outline_of(schema_in(language))
