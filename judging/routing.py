"""For whom a call for a judge rings, as time goes on: the judges of its zone, then those of the zones beside it, then
the head judge as well. Judges are numbers, and how long a call has waited is an argument.

Nothing is hidden by this, and no call rings for nobody: a step at which nobody is on the floor is left out, and where
no judge at all is, it rings for everyone. A table of no zone rings for everyone at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from enum import IntEnum
from itertools import pairwise

from matches.table_ranges import Ranges, holds


class Reach(IntEnum):
    """How far a call has come."""

    ZONE = 1
    NEIGHBOURS = 2
    HEAD = 3
    EVERYONE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneSpan:
    """A zone: its tables, and the judges who are posted there."""

    key: int
    name: str
    ranges: Ranges
    judges: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Staffing:
    """The zones with who judges. ``heads`` and those posted in zones are among the ``judges``; ``away`` are those who
    answer no calls now. A call waits for ``step`` before it goes on.
    """

    zones: tuple[ZoneSpan, ...] = ()
    judges: frozenset[int] = frozenset()
    heads: frozenset[int] = frozenset()
    away: frozenset[int] = frozenset()
    step: timedelta = field(default=timedelta(minutes=2))

    @property
    def on_floor(self) -> frozenset[int]:
        return self.judges - self.away

    @property
    def unposted(self) -> frozenset[int]:
        """The judges of no zone: they help everywhere, as a neighbour does. The head judge has a step of their own."""
        return self.judges.difference(self.heads, *(zone.judges for zone in self.zones))

    def zone_of(self, judge: int) -> ZoneSpan | None:
        return next((zone for zone in self.zones if judge in zone.judges), None)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call that no judge has taken: its table, how long it has waited, and whether the head judge was called."""

    table: int | None
    waited: timedelta
    escalated: bool = False


def zone_at(zones: tuple[ZoneSpan, ...], table: int | None) -> ZoneSpan | None:
    """The zone of a table, or None for a table of no zone."""
    return next((zone for zone in zones if table is not None and zone.ranges and holds(zone.ranges, table)), None)


def neighbours(zones: tuple[ZoneSpan, ...], zone: ZoneSpan) -> tuple[ZoneSpan, ...]:
    """The zones beside a zone: of whose tables some come next to its own, up or down, with no other zone's between."""
    line = sorted((first, one.key) for one in zones for first, _last in one.ranges)
    pairs = [(a, b) for (_low, a), (_high, b) in pairwise(line)]
    beside = {b for a, b in pairs if a == zone.key} | {a for a, b in pairs if b == zone.key}
    beside.discard(zone.key)
    return tuple(one for one in zones if one.key in beside)


def reach(staffing: Staffing, call: Waiting) -> Reach:
    """How far a call has come by now."""
    found = _first_step(staffing, call)
    while found is not Reach.EVERYONE and not _heard_at(staffing, call, found):
        found = Reach(found + 1)
    return found


def rings_for(staffing: Staffing, call: Waiting, judge: int) -> bool:
    """Whether a call rings for a judge, or for a member of the staff who is none."""
    found = reach(staffing, call)
    if found is Reach.EVERYONE:
        # Where all judges are away, a call that rings for nobody would be worse than a break that is disturbed.
        return judge not in staffing.away or not staffing.on_floor
    return judge in _heard_at(staffing, call, found)


def until_next(staffing: Staffing, call: Waiting) -> timedelta | None:
    """How long until the call goes on to more judges; None for one that does not."""
    if _first_step(staffing, call) >= Reach.HEAD:
        return None
    steps = (staffing.step, 2 * staffing.step)
    return next((step - call.waited for step in steps if step > call.waited), None)


def rank(staffing: Staffing, call: Waiting, judge: int) -> tuple[int, int, timedelta]:
    """Where a call stands in a judge's list: own zone first, then what rings for this judge, then how far it has come,
    then the longest wait.
    """
    zone = zone_at(staffing.zones, call.table)
    is_own = zone is not None and judge in zone.judges
    place = 0 if is_own else 1 if rings_for(staffing, call, judge) else 2
    return (place, -reach(staffing, call), -call.waited)


def _first_step(staffing: Staffing, call: Waiting) -> Reach:
    """The step by time alone."""
    if call.escalated:
        return Reach.HEAD
    if zone_at(staffing.zones, call.table) is None:
        return Reach.EVERYONE
    if call.waited < staffing.step:
        return Reach.ZONE
    return Reach.NEIGHBOURS if call.waited < 2 * staffing.step else Reach.HEAD


def _heard_at(staffing: Staffing, call: Waiting, step: Reach) -> frozenset[int]:
    """The judges on the floor for whom the call rings at a step: also those of the steps before."""
    found: frozenset[int] = frozenset()
    zone = None if call.escalated else zone_at(staffing.zones, call.table)
    if zone is not None:
        found |= zone.judges
        if step >= Reach.NEIGHBOURS:
            found = found.union(staffing.unposted, *(one.judges for one in neighbours(staffing.zones, zone)))
    if step >= Reach.HEAD:
        found |= staffing.heads
    return found & staffing.on_floor
