"""The versions of what pages show, for the live stream."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from matches.models import Event, LiveVersion
from rules_engine.whole_numbers import whole_number

Versions = dict[str, int]


def versions_of(slugs: Collection[str]) -> dict[str, Versions]:
    """Return the version of every part by event slug: one query."""
    found: dict[str, Versions] = defaultdict(dict)
    rows = LiveVersion.objects.filter(event__slug__in=list(slugs)).values_list("event__slug", "part", "version")
    for slug, part, version in rows:
        found[slug][part] = version
    return dict(found)


def published_among(slugs: Collection[str]) -> dict[str, bool]:
    """Return whether events are published, by the slugs of those that exist."""
    return dict(Event.objects.filter(slug__in=list(slugs)).values_list("slug", "published"))


PUBLIC_PARTS = frozenset(
    {
        "pairings",
        "standings",
        "clock",
        "bracket",
        "event",
        "people",
        "forecast",
        "sign_ups",
        "announcements",
        "schedule",
        "wall",
    }
)
"""The parts of public pages. A draft, a ruling or a call changes none of them, so they reveal nothing about it."""


WATCH_PART = "watch"
"""The part of the matches that everybody can watch. It changes with every card, so only those who watch hear of it, and
other pages do not depend on it."""


PLAYER_COOKIE = "player"
"""What a device has that has opened a player's page (``me.odds_queries``). Pages on which chances stand are other ones
there: without them."""
APART = "/watch/"


def differs_for_players(path: str) -> bool:
    """Whether a page is another one on a device of a player."""
    return APART in path


def visitor_parts(table: str, watch: str = "") -> frozenset[str]:
    """The parts that a visitor may hear of: the public ones, the changes at the table that was asked for, and with
    ``watch`` those of the matches that everybody can watch.
    """
    number = whole_number(table)
    parts = PUBLIC_PARTS if number is None else PUBLIC_PARTS | {f"table {number}"}
    return parts | {WATCH_PART} if watch else parts


ALL_PARTS = "*"
"""In a list of parts to hear: all of them."""


def heard(versions: Versions, parts: Collection[str]) -> Versions:
    """Return the versions for a listener who hears of ``parts``."""
    return {part: version for part, version in versions.items() if ALL_PARTS in parts or part in parts}


def event_versions(event: Event) -> Versions:
    """Return the version of every part of one event."""
    return versions_of([event.slug]).get(event.slug, {})


def public_versions(event: Event) -> Versions:
    """Return the versions of the public parts of one event."""
    return heard(event_versions(event), PUBLIC_PARTS)
