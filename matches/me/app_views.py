"""A player's own page on the home screen: what a phone asks for when the page is put there."""

from __future__ import annotations

from django.http import Http404, HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from matches.people.services.links import resolve_player_link

ICONS = (
    ("img/icon.svg", "any", "image/svg+xml", "any"),
    ("img/icon-192.png", "192x192", "image/png", "any"),
    ("img/icon-512.png", "512x512", "image/png", "any"),
    ("img/icon-512.png", "512x512", "image/png", "maskable"),
)


@never_cache
def manifest(request: HttpRequest, token: str) -> JsonResponse:
    """``/p/TOKEN/app.webmanifest``: the icon opens this page, and has the event's name: a phone may hold several."""
    entry = resolve_player_link(token)
    if entry is None:
        raise Http404
    own = reverse("matches:me", args=[token])
    content = {
        "name": f"{entry.event.name} · {_('Bankout tournament')}",
        "short_name": entry.event.name,
        "id": own,
        "start_url": own,
        "scope": "/",
        "display": "standalone",
        "background_color": "#fbf9f4",
        "theme_color": "#1c1f1d",
        "icons": [
            {"src": static(path), "sizes": sizes, "type": kind, "purpose": purpose}
            for path, sizes, kind, purpose in ICONS
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")
