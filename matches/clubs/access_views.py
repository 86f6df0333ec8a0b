"""Access to a club's pages: for those who belong to it. To everybody else it is not there."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404

from matches.models import Organisation
from matches.organisations.permissions import Standing, can_read_club, standing_of
from matches.pages.access_views import StaffView, ask_to_sign_in

Standings = frozenset[Standing]


def anyone_in_it(standing: Standings) -> bool:
    """Members, and those who are invited."""
    return bool(standing)


def club_page(may: Callable[[Standings], bool] = can_read_club) -> Callable[[StaffView], Callable[..., Any]]:
    """A page of a club: ``view(request, organisation, standing, **kwargs)``, called with the address's ``club``.

    404 for whoever has nothing to do with it, and 403 for a member without permission.
    """

    def decorate(view: StaffView) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def page(request: HttpRequest, club: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return ask_to_sign_in(request)
            organisation = get_object_or_404(Organisation, slug=club)
            standing = standing_of(request.user, organisation)
            if not standing:
                raise Http404
            if not may(standing):
                raise PermissionDenied
            return view(request, organisation, standing, **kwargs)

        return page

    return decorate
