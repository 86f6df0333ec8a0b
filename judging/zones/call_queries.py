"""The open calls as the plan of the floor sends them on: which of them ring for a person, and when that changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil

from judging.calls.queries import CallNow
from judging.enums import CallState
from judging.routing import Reach, Waiting, rank, reach, rings_for, until_next
from judging.zones.queries import FloorPlan, plan_of
from matches.models import Event, User


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutedCall:
    """An open call: its zone, how far it has come, and whether it is in the person's own zone and rings for them.

    ``reach`` is None where a judge has taken the call, and where there are no zones.
    """

    now: CallNow
    zone: str = ""
    reach: Reach | None = None
    own: bool = False
    rings: bool = True


@dataclass(frozen=True, slots=True)
class CallsElsewhere:
    """The calls at another event of the hall day that ring for a person."""

    event: str
    event_slug: str
    calls: list[CallNow]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutedCalls:
    """Open calls in the order in which a person should see them. ``again``: in so many seconds one goes on."""

    calls: list[RoutedCall] = field(default_factory=list)
    again: int | None = None
    zoned: bool = False
    elsewhere: list[CallsElsewhere] = field(default_factory=list)

    @property
    def ringing(self) -> list[CallNow]:
        """Those that wait and ring for the person."""
        return [call.now for call in self.calls if call.rings and call.now.is_waiting]

    @property
    def others(self) -> list[CallNow]:
        """Those that wait and ring for others."""
        return [call.now for call in self.calls if not call.rings and call.now.is_waiting]

    @property
    def waiting(self) -> int:
        return len(self.ringing) + len(self.others)

    @property
    def everywhere(self) -> int:
        """How many wait, with those at other events of the hall day that ring for the person."""
        return self.waiting + sum(len(other.calls) for other in self.elsewhere)

    @property
    def ids(self) -> str:
        """The calls that ring, for the sound."""
        others = [now for other in self.elsewhere for now in other.calls]
        return " ".join(str(now.call.pk) for now in (*self.ringing, *others))


def route(event: Event, user: object, calls: Sequence[CallNow], at: datetime) -> RoutedCalls:
    """Open calls of an event as one of its staff should see them. No query without calls, or without a plan."""
    plan = plan_of(event, at) if calls else None
    return unrouted(calls) if plan is None else routed_by(plan, user, calls, at)


def unrouted(calls: Sequence[CallNow]) -> RoutedCalls:
    """Open calls without a plan: the longest wait first, and they ring for everyone."""
    return RoutedCalls(calls=[RoutedCall(now=now) for now in calls])


def routed_by(plan: FloorPlan, user: object, calls: Sequence[CallNow], at: datetime) -> RoutedCalls:
    """The same by a plan that is known."""
    staffing, viewer = plan.staffing, user.pk if isinstance(user, User) else 0
    waits = [(now, _waiting(now, at)) for now in calls]
    waits.sort(key=lambda pair: (not pair[0].is_waiting, rank(staffing, pair[1], viewer)))
    found, changes = [], []
    for now, call in waits:
        zone = plan.zone_at(call.table)
        is_own = zone is not None and viewer in zone.judges
        name = zone.name if zone is not None else ""
        if not now.is_waiting:
            found.append(RoutedCall(now=now, zone=name, own=is_own, rings=False))
            continue
        changes.append(until_next(staffing, call))
        rings = rings_for(staffing, call, viewer)
        found.append(RoutedCall(now=now, zone=name, reach=reach(staffing, call), own=is_own, rings=rings))
    later = [ceil(change.total_seconds()) for change in changes if change is not None]
    return RoutedCalls(calls=found, again=min(later, default=None), zoned=bool(plan.zones))


def _waiting(now: CallNow, at: datetime) -> Waiting:
    return Waiting(now.call.table, at - now.call.server_time, now.state == CallState.ESCALATED)
