"""The schedule that a page counts down to."""

from __future__ import annotations

from typing import Any

from django import template

from matches.schedule.labels import ItemShown, schedule_of

register = template.Library()


@register.simple_tag(takes_context=True)
def schedule_items(context: dict[str, Any]) -> list[ItemShown]:
    """What the event of this page has on its schedule. One query while something is still to come."""
    event = context.get("event")
    return [] if event is None else schedule_of(event)
