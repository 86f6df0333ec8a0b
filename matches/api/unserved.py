"""What lies below ``/api/`` and is not served: refused as everything in the API is, never with a page."""

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
    """Every method at every address that nothing else serves: 404, or for a read the way to the slash it lacks.

    Stands after all other addresses. It matches before Django's own redirect to the slash is tried, so it does that.
    """

    schema = None
    authentication_classes = []
    throttle_classes = []

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFound(_("There is nothing at this address. What there is stands at /api/."))

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method in SAFE_METHODS and self._lacks_slash(request.path_info):
            return HttpResponsePermanentRedirect(request.get_full_path(force_append_slash=True))
        return super().dispatch(request, *args, **kwargs)

    def _lacks_slash(self, path: str) -> bool:
        """Whether the same address with a slash at its end is served."""
        if path.endswith("/"):
            return False
        try:
            return getattr(resolve(f"{path}/").func, "cls", None) is not type(self)
        except Resolver404:
            return False
