"""How a device of the staff forgets a player whose page it has opened."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.me.odds_queries import forget_players, may_be_forgotten, playing_on
from matches.pages.access_views import form_page, signed_in_page
from rules_engine.views.links import odds_url


@require_POST
@signed_in_page
def forget(request: HttpRequest) -> HttpResponseBase:
    """``/device/forget/``: staff have their device forget players whose matches are running, and are told odds.

    Sent again when none is left, it leads back as well.
    """
    players = may_be_forgotten(request)
    if not players and playing_on(request):
        raise PermissionDenied(_("Only staff of the player’s event can do this, while the match is running."))
    back = form_page(request)
    response = redirect(odds_url() if back == request.path else back)
    forget_players(request, response, players)
    return response
