"""What every page of an event shares: finding the event, the roles, the navigation, and a refusal in words."""

from __future__ import annotations

from collections.abc import Callable, Set
from contextlib import AbstractContextManager
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.forms import BaseForm
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.audit.services import Actor
from matches.enums import Role
from matches.errors import Refused
from matches.models import Event, User
from matches.permissions import can_see_desk, can_see_unpublished, roles_of
from rules_engine.views.links import rulebook_url

Roles = frozenset[Role]
StaffView = Callable[..., HttpResponseBase]
Predicate = Callable[[Set[Role]], bool]


def in_time_zone(event: Event) -> AbstractContextManager[None]:
    """Times on a page are those of the clock on the hall's wall."""
    return timezone.override(ZoneInfo(event.time_zone))


def staff_page(may: Predicate) -> Callable[[StaffView], Callable[..., HttpResponseBase]]:
    """A page for staff: ``view(request, event, roles, **kwargs)``, called with the address's ``slug``.

    Nobody logged in is sent to the login page; one without the right gets 403.
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
    """A page for all: ``view(request, event, roles, **kwargs)``. An unpublished event is 404 but for its staff."""

    @wraps(view)
    def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        event, roles = open_event(request, slug)
        with in_time_zone(event):
            return view(request, event, roles, **kwargs)

    return page


def open_event(request: HttpRequest, slug: str) -> tuple[Event, Roles]:
    """The event and the visitor's roles there. Raises Http404, for an unpublished one, too, but for its staff."""
    event = get_object_or_404(Event, slug=slug)
    roles = roles_of(request.user, event)
    if not event.published and not can_see_unpublished(roles):
        raise Http404
    return event, roles


def actor_of(request: HttpRequest) -> Actor:
    """The member of staff behind a request, as services take them."""
    return Actor(user=request.user if isinstance(request.user, User) else None)


def show_refusal(request: HttpRequest, refused: Refused, form: BaseForm | None = None) -> None:
    """Say a refusal at its field, or else on top of the page, with what it lists."""
    if form is not None:
        form.add_error(refused.field if refused.field in form.fields else None, str(refused.message))
        return
    text = str(refused.message)
    if refused.details:
        text = f"{text} {', '.join(refused.details)}"
    messages.error(request, text)


def navigation(event: Event, roles: Set[Role], current: str) -> list[dict[str, Any]]:
    """The rail of an event's staff pages: label, address, icon, whether it is the current one."""
    if not can_see_desk(roles):
        return []
    return [
        {"label": label, "url": reverse(name, args=[event.slug]), "icon": key, "current": key == current}
        for key, label, name in settings.EVENT_SECTIONS
    ]


def staff_context(event: Event, roles: Set[Role], current: str, **more: Any) -> dict[str, Any]:
    """The context that ``base_event.html`` and ``base_judge.html`` need, and the page's own."""
    nav, menu = navigation(event, roles, current), event_menu(event, roles)
    return {"event": event, "roles": roles, "nav": nav, "menu": menu, **more}


def event_menu(event: Event, roles: Set[Role]) -> list[dict[str, str]]:
    """What the menu of an event's pages offers: the rules as this event plays them, for the staff their tools, too."""
    items = [{"url": rulebook_url(event.rules, event.name), "label": _("Rules of the game"), "icon": "book"}]
    if can_see_desk(roles):
        items += [
            {"url": reverse("rules_engine:check"), "label": _("Check a record"), "icon": "card"},
            {"url": reverse("matches:tokens"), "label": _("API tokens"), "icon": "link"},
        ]
    return items
