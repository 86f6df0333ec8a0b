"""Refuses methods that no page has.

Django calls a view with any method, so that a page would answer TRACE or DELETE as it answers GET. The API says itself
what each address takes.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseNotAllowed
from django.http.response import HttpResponseBase

API = "/api/"
OF_PAGES = ("GET", "HEAD", "OPTIONS", "POST")


def refuse_unknown_methods(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware before any that does work for a request."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        if request.method in OF_PAGES or request.path_info.startswith(API):
            return get_response(request)
        return HttpResponseNotAllowed(OF_PAGES)

    return respond
