"""The links to an export of the registry, for any page of an event's staff."""

from __future__ import annotations

from typing import Any

from django import template

from matches.desk.export_views import ExportLink, export_links
from matches.plugins import registry

register = template.Library()


@register.simple_tag(takes_context=True)
def files_of(context: dict[str, Any], key: str) -> list[ExportLink]:
    """The files of the export ``key`` that the person of this page may have: ``{% files_of "rulings" as files %}``."""
    return export_links(context["event"], context["roles"], registry.exports[key])
