"""The service worker of a player's own page, with which the page opens without a network."""

from __future__ import annotations

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache

from matches.people.services.links import resolve_player_link


@never_cache
def worker(request: HttpRequest, token: str) -> HttpResponse:
    """``/p/TOKEN/worker.js``: its address is its scope, so that it serves this page and no other."""
    if resolve_player_link(token) is None:
        raise Http404
    context = {
        "scope": reverse("matches:me", args=[token]),
        "static": settings.STATIC_URL,
        "version": getattr(staticfiles_storage, "manifest_hash", ""),
        "language": get_language(),
    }
    return render(request, "matches/offline/me_worker.js", context, content_type="text/javascript")
