"""The versions of what pages show, for the live stream."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from matches.models import LiveVersion

Versions = dict[str, int]


def versions_of(event_ids: Collection[int]) -> dict[int, Versions]:
    """For each event, every part with its version: one query for all of them."""
    found: dict[int, Versions] = defaultdict(dict)
    rows = LiveVersion.objects.filter(event__in=list(event_ids)).values_list("event_id", "part", "version")
    for event_id, part, version in rows:
        found[event_id][part] = version
    return dict(found)
