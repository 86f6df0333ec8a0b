"""Access to an event's pages: the decorators that find the event and check the visitor's roles."""

from __future__ import annotations

from collections.abc import Callable, Set
from contextlib import AbstractContextManager
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django_htmx.middleware import HtmxDetails

from matches.audit.services import Actor
from matches.enums import Role
from matches.models import Event, User
from matches.permissions import can_see_unpublished, roles_of

Roles = frozenset[Role]


class PageRequest(HttpRequest):
    """A request as the pages see it. ``htmx`` is true when a script asks for a part of the page (django-htmx)."""

    htmx: HtmxDetails


StaffView = Callable[..., HttpResponseBase]
Predicate = Callable[[Set[Role]], bool]


def in_time_zone(event: Event) -> AbstractContextManager[None]:
    """Show times in the event's time zone, not in the server's."""
    return timezone.override(ZoneInfo(event.time_zone))


def staff_page(may: Predicate) -> Callable[[StaffView], Callable[..., HttpResponseBase]]:
    """A page for staff: ``view(request, event, roles, **kwargs)``, called with the address's ``slug``.

    A visitor who is not signed in is sent to the sign-in page; one without permission gets 403.
    """

    def decorate(view: StaffView) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            event = get_object_or_404(Event, slug=slug)
            roles = roles_of(request.user, event)
            if not may(roles):
                raise PermissionDenied
            with in_time_zone(event):
                return view(request, event, roles, **kwargs)

        return page

    return decorate


def public_page(view: StaffView) -> Callable[..., HttpResponseBase]:
    """A page for everyone: ``view(request, event, roles, **kwargs)``. Only its staff can open an unpublished event."""

    @wraps(view)
    def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        event, roles = open_event(request, slug)
        with in_time_zone(event):
            return view(request, event, roles, **kwargs)

    return page


def open_event(request: HttpRequest, slug: str) -> tuple[Event, Roles]:
    """The event and the visitor's roles there. Raises Http404; only its staff can open an unpublished event."""
    event = get_object_or_404(Event, slug=slug)
    roles = roles_of(request.user, event)
    if not event.published and not can_see_unpublished(roles):
        raise Http404
    return event, roles


def actor_of(request: HttpRequest) -> Actor:
    """The member of staff behind a request, as services take them."""
    return Actor(user=request.user if isinstance(request.user, User) else None)
