"""Where a personal page leads to."""

from __future__ import annotations

from typing import NamedTuple

from django.urls import reverse

from matches.pages.components import MenuItem
from matches.plugins import registry


class OwnAddresses(NamedTuple):
    """The addresses behind a personal link; ``pages`` are those that other apps have registered for now."""

    own: str
    worker: str
    what_if: str
    pages: list[MenuItem]


def own_addresses(slug: str, token: str, *, over: bool) -> OwnAddresses:
    """The addresses of an event's player; ``over``: the event is."""
    pages = [
        MenuItem(str(page.label), reverse(page.url_name, args=[slug, token]), page.icon)
        for page in registry.player_pages
        if over or not page.after
    ]
    own, worker, what_if = (
        reverse(name, args=[token]) for name in ("matches:me", "matches:my_worker", "matches:my_what_if")
    )
    return OwnAddresses(own, worker, what_if, pages)
