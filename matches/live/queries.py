"""The versions of what pages show, for the live stream."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from matches.models import Event, LiveVersion

Versions = dict[str, int]


def versions_of(slugs: Collection[str]) -> dict[str, Versions]:
    """For each event, by its address, every part with its version: one query for all of them."""
    found: dict[str, Versions] = defaultdict(dict)
    rows = LiveVersion.objects.filter(event__slug__in=list(slugs)).values_list("event__slug", "part", "version")
    for slug, part, version in rows:
        found[slug][part] = version
    return dict(found)


PUBLIC_PARTS = frozenset({"pairings", "standings", "clock", "bracket", "event", "people"})
"""What pages for all show. A draft, a ruling or a call changes none of them, and so nothing about it is told."""

ALL_PARTS = "*"
"""Among parts that are heard: every one."""


def heard(versions: Versions, parts: Collection[str]) -> Versions:
    """Those of the versions that someone who hears of ``parts`` is told."""
    return {part: version for part, version in versions.items() if ALL_PARTS in parts or part in parts}


def event_versions(event: Event) -> Versions:
    """Every part of one event with its version."""
    return versions_of([event.slug]).get(event.slug, {})


def public_versions(event: Event) -> Versions:
    """The versions of what public pages show."""
    return heard(event_versions(event), PUBLIC_PARTS)
