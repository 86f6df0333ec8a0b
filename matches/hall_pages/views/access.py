"""Access to the pages of a hall day, and the frame that its staff pages share."""

from __future__ import annotations

from collections.abc import Callable, Set
from functools import wraps
from typing import Any, TypedDict
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.enums import Role
from matches.halls.permissions import can_arrange_hall, hall_roles_of
from matches.halls.queries.days import standing_hall_days
from matches.models import HallDay
from matches.page_plugins import EventSection
from matches.pages.access_views import Predicate, Roles, ask_to_sign_in
from matches.pages.components import Link, Tab
from matches.plugins import registry
from matches.second_factor_queries import check_second_factor_at_hall

HallView = Callable[..., HttpResponseBase]


def hall_page(may: Predicate) -> Callable[[HallView], Callable[..., HttpResponseBase]]:
    """A page for the staff of a hall day: ``view(request, hall_day, roles, **kwargs)``, called with ``slug``."""

    def decorate(view: HallView) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return ask_to_sign_in(request)
            hall_day = get_object_or_404(standing_hall_days(), slug=slug)
            roles = hall_roles_of(request.user, hall_day)
            if not may(roles):
                raise PermissionDenied
            check_second_factor_at_hall(request.user, hall_day)
            with timezone.override(ZoneInfo(hall_day.time_zone)):
                return view(request, hall_day, roles, **kwargs)

        return page

    return decorate


class HallContext(TypedDict):
    """What every staff page of a hall day shows around its content."""

    hall_day: HallDay
    roles: Set[Role]
    tabs: list[Tab]
    crumbs: list[Link]


SECTIONS = (
    EventSection(10, "hall_desk", gettext_lazy("Events"), "matches:hall_desk"),
    EventSection(25, "hall_plan", gettext_lazy("Plan"), "matches:hall_plan_edit"),
    EventSection(30, "hall_tables", gettext_lazy("Tables"), "matches:hall_tables"),
)
"""The pages for all who have a role at the hall day; other apps register theirs in ``matches.plugins``."""
FOR_ORGANISERS = (
    EventSection(40, "hall_staff", gettext_lazy("Staff"), "matches:hall_staff"),
    EventSection(50, "hall_settings", gettext_lazy("Settings"), "matches:hall_settings"),
)


def hall_context(hall_day: HallDay, roles: Roles, current: str) -> HallContext:
    """The frame of a staff page: the tabs, and the way back to the list of events."""
    sections = [*SECTIONS, *registry.hall_sections, *(FOR_ORGANISERS if can_arrange_hall(roles) else ())]
    tabs = [
        Tab(str(section.label), reverse(section.url_name, args=[hall_day.slug]), section.key == current)
        for section in sorted(sections, key=lambda section: section.position)
    ]
    crumbs = [
        Link(_("Events"), reverse("matches:home")),
        Link(hall_day.name, reverse("matches:hall_desk", args=[hall_day.slug])),
    ]
    return {"hall_day": hall_day, "roles": roles, "tabs": tabs, "crumbs": crumbs}
