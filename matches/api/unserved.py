"""Answers unknown addresses below ``/api/`` as the API answers failures, not with a page."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from matches.api.base import ApiView


class Unserved(ApiView):
    """Answers every method with 404; a request that only lacks the final slash is redirected, with its method and body.

    Every address ends with a slash. This is the last of all addresses: it matches before Django would redirect to the
    slash, so it redirects itself.
    """

    schema = None
    authentication_classes = []
    throttle_classes = []

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFound(_("There is nothing at this address. See /api/ for the list of addresses."))

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if self._lacks_slash(request.path_info):
            address = request.get_full_path(force_append_slash=True)
            return HttpResponsePermanentRedirect(address, preserve_request=request.method not in SAFE_METHODS)
        return super().dispatch(request, *args, **kwargs)

    def _lacks_slash(self, path: str) -> bool:
        """Whether the address is served with a slash at its end."""
        if path.endswith("/"):
            return False
        try:
            return getattr(resolve(f"{path}/").func, "cls", None) is not type(self)
        except Resolver404:
            return False
