"""The announcements that a page shows above its content."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils import timezone

from matches.announcements.labels import AnnouncementShown, announcement_shown
from matches.announcements.queries import showing_to
from matches.enums import Audience

register = template.Library()


@register.simple_tag(takes_context=True)
def announcements_for_everyone(context: dict[str, Any]) -> list[AnnouncementShown]:
    """Those that every page of the event shows; on a page without versions none, as its script fetches them."""
    event, versions = context.get("event"), context.get("versions")
    if event is None or versions is None:
        return []
    rows = showing_to(event, timezone.now(), [Audience.EVERYONE], versions)
    return [announcement_shown(row) for row in rows]
