"""What a page's live parts carry: the version of each part as the page shows it."""

from __future__ import annotations

from django import template

from matches.live.queries import Versions
from matches.live.site_queries import site_address

register = template.Library()


@register.filter
def of_parts(versions: Versions | None, parts: str) -> str:
    """The versions of the parts, in the order of their names, both separated by commas: "7,3" for "results,clock".

    A part that has not changed yet has version 0, and so has each part on a page that reads no versions.
    """
    return ",".join(str((versions or {}).get(part, 0)) for part in parts.split(","))


@register.simple_tag
def on_site(path: str) -> str:
    """The whole address of a page or picture of this site."""
    return f"{site_address()}{path}"
