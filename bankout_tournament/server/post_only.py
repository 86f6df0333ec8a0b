"""A page for a person who opens an address that only takes a form, with Enter in the address bar or from a bookmark.

Django answers with 405 and nothing else, which is an empty page. Programs still get that.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.urls import reverse


def explain_post_only(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware behind sessions and users."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if isinstance(response, HttpResponse) and _is_empty_page(request, response):
            response.content = render_to_string("405.html", {"desk_url": _desk_url(request)}, request)
            response.headers["Cache-Control"] = "no-store"
        return response

    return respond


def _is_empty_page(request: HttpRequest, response: HttpResponse) -> bool:
    refused = response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not response.content
    return refused and request.method == "GET" and "text/html" in request.headers.get("Accept", "")


def _desk_url(request: HttpRequest) -> str:
    """The desk of the event whose form it was, or an empty string."""
    slug = request.resolver_match.kwargs.get("slug") if request.resolver_match else None
    return reverse("matches:desk", args=[slug]) if slug and "/desk/" in request.path else ""
