"""The versions of what pages show, for the live stream."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from matches.models import LiveVersion

Versions = dict[str, int]


def versions_of(slugs: Collection[str]) -> dict[str, Versions]:
    """For each event, by its address, every part with its version: one query for all of them."""
    found: dict[str, Versions] = defaultdict(dict)
    rows = LiveVersion.objects.filter(event__slug__in=list(slugs)).values_list("event__slug", "part", "version")
    for slug, part, version in rows:
        found[slug][part] = version
    return dict(found)
