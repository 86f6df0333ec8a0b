"""The time zones that an event can be in."""

from __future__ import annotations

import zoneinfo
from functools import cache

NO_PLACE = frozenset({"Factory", "localtime", "posixrules"})
"""Files among the time zones that name none: what a machine has that was never set up, and its own zone."""


@cache
def time_zones() -> tuple[str, ...]:
    """Their names in order; to ask for them reads some six hundred files."""
    return tuple(sorted(zoneinfo.available_timezones() - NO_PLACE))
