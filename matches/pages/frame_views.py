"""The frame of an event's staff pages: the rail with the sections, and the menu."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.enums import Role
from matches.models import Event
from matches.permissions import can_see_desk
from matches.plugins import EventSection, registry
from rules_engine.views.links import check_form_url, rulebook_url

SECTIONS = (
    EventSection(10, "desk", gettext_lazy("Desk"), "matches:desk"),
    EventSection(20, "rounds", gettext_lazy("Rounds"), "matches:rounds"),
    EventSection(30, "results", gettext_lazy("Results"), "matches:results"),
    EventSection(40, "standings", gettext_lazy("Standings"), "matches:desk_standings"),
    EventSection(50, "people", gettext_lazy("Players"), "matches:people"),
    EventSection(80, "setup", gettext_lazy("Event"), "matches:event_settings"),
)
"""The sections of this app; other apps register theirs in ``matches.plugins``."""


def navigation(event: Event, roles: Set[Role], current: str) -> list[dict[str, Any]]:
    """The rail of an event's staff pages: label, address, icon, whether it is the current one."""
    if not can_see_desk(roles):
        return []
    return [
        {
            "label": section.label,
            "url": reverse(section.url_name, args=[event.slug]),
            "icon": section.key,
            "current": section.key == current,
        }
        for section in sorted([*SECTIONS, *registry.event_sections], key=lambda section: section.position)
    ]


def staff_context(event: Event, roles: Set[Role], current: str, **more: Any) -> dict[str, Any]:
    """The context that ``base_event.html`` and ``base_judge.html`` need, and the page's own."""
    nav, menu = navigation(event, roles, current), event_menu(event, roles)
    return {"event": event, "roles": roles, "nav": nav, "menu": menu, **more}


def event_menu(event: Event, roles: Set[Role]) -> list[dict[str, str]]:
    """The menu of an event's pages: the rules as this event plays them, and for the staff also their tools."""
    items = [
        {"url": rulebook_url(event.rules, event.name, event.game), "label": _("Rules of the game"), "icon": "book"}
    ]
    items += [
        {"url": reverse(page.url_name, args=[event.slug]), "label": str(page.label), "icon": page.icon}
        for page in registry.public_pages
        if page.is_open(event)
    ]
    if can_see_desk(roles):
        items += [
            {"url": check_form_url(event.game), "label": _("Check a record"), "icon": "card"},
            {"url": reverse("matches:tokens"), "label": _("API tokens"), "icon": "link"},
        ]
    return items
