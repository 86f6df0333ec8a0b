"""The frame of an event's staff pages: the rail with the sections, and the menu."""

from __future__ import annotations

from collections.abc import Set
from typing import TypedDict

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.enums import Role
from matches.models import Event
from matches.page_plugins import EventSection
from matches.pages.components import MenuItem, Section
from matches.permissions import can_see_audit_log, can_see_desk
from matches.plugins import registry
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


class StaffContext(TypedDict):
    """What ``base_event.html`` and ``base_judge.html`` need besides the top bar: the rail and the menu."""

    roles: Set[Role]
    nav: list[Section]
    menu: list[MenuItem]


def navigation(event: Event, roles: Set[Role], current: str) -> list[Section]:
    """The rail of an event's staff pages."""
    if not can_see_desk(roles):
        return []
    sections = [*SECTIONS, *registry.event_sections]
    if event.is_template:  # nobody plays here
        sections = [section for section in sections if section.key == "setup"]
    return [
        Section(str(section.label), reverse(section.url_name, args=[event.slug]), section.key, section.key == current)
        for section in sorted(sections, key=lambda section: section.position)
    ]


def staff_context(event: Event, roles: Set[Role], current: str) -> StaffContext:
    """The rail of the desk's pages, with the current section marked, and the menu."""
    return {"roles": roles, "nav": navigation(event, roles, current), "menu": event_menu(event, roles)}


def rules_item(event: Event) -> MenuItem:
    """The rules as the event plays them: they are open to everybody."""
    return MenuItem(_("Rules of the game"), rulebook_url(event.rules, event.name, event.game), "book")


def event_menu(event: Event, roles: Set[Role]) -> list[MenuItem]:
    """The menu of an event's pages: the rules as this event plays them, and for the staff also their tools."""
    items = [rules_item(event)]
    items += [
        MenuItem(str(page.label), reverse(page.url_name, args=[event.slug]), page.icon)
        for page in registry.public_pages
        if page.is_open(event)
    ]
    if can_see_audit_log(roles):
        items.append(MenuItem(_("Log of changes"), reverse("matches:desk_log", args=[event.slug]), "history"))
    if can_see_desk(roles):
        items += [
            MenuItem(_("Check a record"), check_form_url(event.game), "card"),
            MenuItem(_("API tokens"), reverse("matches:tokens"), "link"),
        ]
    return items
