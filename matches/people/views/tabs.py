"""The tabs of the players' pages at the desk."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.models import Event
from matches.pages.access_views import Roles
from matches.pages.components import Tab
from matches.permissions import can_organise, can_run_rounds


def people_tabs(event: Event, roles: Roles, current: str) -> list[Tab]:
    """The tabs of the players' section: the list, and what the user's roles allow besides."""
    tabs = [("people", _("Players"), "matches:people", True)]
    tabs.append(("scan", _("Scan"), "matches:people_scan", can_run_rounds(roles)))
    tabs.append(("sign_ups", _("Sign-ups"), "matches:sign_ups", can_run_rounds(roles)))
    tabs.append(("import", _("Import a list"), "matches:people_import", can_organise(roles)))
    tabs.append(("links", _("Players’ links"), "matches:people_links", can_organise(roles)))
    return [
        Tab(label, reverse(name, args=[event.slug]), current=key == current) for key, label, name, may in tabs if may
    ]
