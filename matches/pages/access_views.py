"""Access to an event's pages: the decorators that find the event and check the visitor's roles."""

from __future__ import annotations

from collections.abc import Callable, Set
from contextlib import AbstractContextManager
from functools import wraps
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from matches.audit.services import Actor
from matches.enums import Role
from matches.models import Event, User
from matches.permissions import can_see_unpublished, roles_of
from matches.second_factor_queries import check_second_factor, lacks_second_factor, needed

Roles = frozenset[Role]


class PageRequest(HttpRequest):
    """A request as the pages see it. ``htmx`` is true when a script asks for a part of the page (django-htmx)."""

    htmx: HtmxDetails


StaffView = Callable[..., HttpResponseBase]
Predicate = Callable[[Set[Role]], bool]


def wants_json(request: HttpRequest) -> bool:
    """Whether a script sent the request and shows the answer itself."""
    return "application/json" in request.headers.get("accept", "")


def ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Answer a visitor who is not signed in: 401 for a script, the sign-in page for everybody else.

    A script would follow the redirect and take the sign-in page for its answer. After a form, the sign-in page leads
    back to the page with the form, where static/js/forms.js fills in what was typed.
    """
    if wants_json(request) or request.headers.get("HX-Request"):
        sentence = _("You are signed out. Sign in again.")
        return JsonResponse({"error": sentence, "code": "signed_out"}, status=401)
    return redirect_to_login(form_page(request))


def form_page(request: HttpRequest) -> str:
    """The address of the page on which the visitor is: of the form, if this request is a form that was sent."""
    page = request.headers.get("Referer", "")
    same_site = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    if request.method in ("GET", "HEAD") or not page or not same_site:
        return request.get_full_path()
    parts = urlsplit(page)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    return path if url_has_allowed_host_and_scheme(path, None) else request.get_full_path()  # "//evil" is a host


def signed_in_page(view: StaffView) -> Callable[..., HttpResponseBase]:
    """A page for everyone who is signed in: ``view(request, **kwargs)``."""

    @wraps(view)
    def page(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        return view(request, **kwargs) if request.user.is_authenticated else ask_to_sign_in(request)

    return page


def in_time_zone(event: Event) -> AbstractContextManager[None]:
    """Show times in the event's time zone, not in the server's."""
    return timezone.override(ZoneInfo(event.time_zone))


def staff_page(
    may: Predicate, or_else: Callable[[object, Event], bool] | None = None
) -> Callable[[StaffView], Callable[..., HttpResponseBase]]:
    """A page for staff: ``view(request, event, roles, **kwargs)``, called with the address's ``slug``. ``or_else`` says
    of an account and the event who may open it without such a role.

    A visitor who is not signed in is sent to the sign-in page; one without permission gets 403, and one without the
    second factor that the event's club requires is led to where it is set up.
    """

    def decorate(view: StaffView) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return ask_to_sign_in(request)
            event = get_object_or_404(Event, slug=slug)
            roles = roles_of(request.user, event)
            if not may(roles) and not (or_else is not None and or_else(request.user, event)):
                raise PermissionDenied
            check_second_factor(request.user, event)
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
    """The event and the visitor's roles there. Raises Http404; only its staff can open an unpublished event.

    Roles for which the account lacks a second factor show nothing: a public page is then as for everybody else.
    """
    event = get_object_or_404(Event, slug=slug)
    roles = roles_of(request.user, event)
    if not event.published and not can_see_unpublished(roles):
        raise Http404
    if roles and lacks_second_factor(request.user, event):
        if not event.published:
            raise needed()
        roles = frozenset()
    return event, roles


def actor_of(request: HttpRequest) -> Actor:
    """The member of staff behind a request, as services take them."""
    return Actor(user=request.user if isinstance(request.user, User) else None)
