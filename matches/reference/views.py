"""``/api/``: every operation of the API and every object, to read."""

from __future__ import annotations

from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from matches.events.declarations.address import site_address
from matches.reference.outline import Outline, outline_of


@gzip_page
@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """The page about the API, for everybody."""
    return render(request, "matches/reference/api.html", {"outline": _outline(), "base": f"{site_address()}/"})


@lru_cache(maxsize=1)
def _outline() -> Outline:
    """The schema takes a second, and stays as it is while the program runs."""
    return outline_of(SchemaGenerator().get_schema(request=None, public=True))
