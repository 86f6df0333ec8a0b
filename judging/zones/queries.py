"""The plan of a floor as it is now: zones, posts, the rota, and what each judge does. One place to ask.

Events of a hall day have the zones and the rota of the hall day, other events their own.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from judging.duty import Duty, ShiftPlan, Stated, current_shift, duty_at, next_shift
from judging.models import JudgePost, Shift, Zone
from judging.permissions import can_head, can_log
from judging.routing import Staffing, ZoneSpan, zone_at
from matches.enums import Role
from matches.events.declarations.reading import options_of
from matches.halls.queries.tables import ranges_of
from matches.models import Event, EventRole, HallDay, HallRole, User

PLANNED = "floor_plan"
"""Kept with the options of an event that has had zones or a rota, so that pages of all others need not ask."""

Place = Event | HallDay


@dataclass(frozen=True, kw_only=True)
class FloorPlan:
    """Zones and rota of a place at a moment of its own time zone; without any both are empty."""

    at: datetime
    zones: tuple[Zone, ...] = ()
    posts: tuple[JudgePost, ...] = ()
    shifts: tuple[Shift, ...] = ()
    staff: dict[int, User] = field(default_factory=dict)
    heads: frozenset[int] = frozenset()
    step: timedelta = timedelta(minutes=2)

    def __bool__(self) -> bool:
        return bool(self.zones or self.shifts)

    @cached_property
    def shifts_by_judge(self) -> dict[int, list[ShiftPlan]]:
        found: dict[int, list[ShiftPlan]] = defaultdict(list)
        for row in self.shifts:
            found[row.user_id].append(
                ShiftPlan(
                    key=row.pk, duty=Duty(row.duty), starts=row.starts, ends=row.ends, covered_by=row.covered_by_id
                )
            )
        return found

    @cached_property
    def stated(self) -> dict[int, Stated]:
        return {
            row.user_id: Stated(Duty(row.duty), row.duty_at.astimezone(self.at.tzinfo))
            for row in self.posts
            if row.duty and row.duty_at is not None
        }

    def duty_of(self, judge: int) -> Duty:
        """What a judge does now."""
        return duty_at(self.shifts_by_judge.get(judge, []), self.stated.get(judge), self.at)

    def current_of(self, judge: int) -> ShiftPlan | None:
        return current_shift(self.shifts_by_judge.get(judge, []), self.at)

    def next_of(self, judge: int) -> ShiftPlan | None:
        return next_shift(self.shifts_by_judge.get(judge, []), self.at)

    @cached_property
    def staffing(self) -> Staffing:
        """The same for the routing of calls."""
        posted: dict[int, set[int]] = defaultdict(set)
        for row in self.posts:
            if row.zone_id is not None and row.user_id in self.staff:
                posted[row.zone_id].add(row.user_id)
        spans = [
            ZoneSpan(key=zone.pk, name=zone.name, ranges=ranges_of(zone.tables), judges=frozenset(posted[zone.pk]))
            for zone in self.zones
        ]
        return Staffing(
            zones=tuple(spans),
            judges=frozenset(self.staff),
            heads=self.heads,
            away=frozenset(judge for judge in self.staff if self.duty_of(judge) is not Duty.ON),
            step=self.step,
        )

    def zone_of(self, judge: int) -> ZoneSpan | None:
        return self.staffing.zone_of(judge)

    def zone_at(self, table: int | None) -> ZoneSpan | None:
        return zone_at(self.staffing.zones, table)


def place_of(event: Event) -> Place:
    """Whose zones and rota an event has: its hall day's, or its own."""
    return event.hall_day if event.hall_day is not None else event


def at_place(place: Place) -> dict[str, Any]:
    """The filter for rows of a place."""
    return {"hall_day": place} if isinstance(place, HallDay) else {"event": place}


def plan_of(event: Event, at: datetime) -> FloorPlan | None:
    """The plan for an event, or None without one; no query at an event of no hall day that never had one."""
    if event.hall_day_id is None and not event.options.get(PLANNED):
        return None
    plan = place_plan(place_of(event), at, step=call_step(event), event=event)
    return plan or None


def place_plan(place: Place, at: datetime, *, step: timedelta | None = None, event: Event | None = None) -> FloorPlan:
    """The plan of a place, for all of its judges or those of one event of it. Five queries at most."""
    here = at_place(place)
    zones = tuple(Zone.objects.filter(**here).select_related("lead").order_by("pk"))
    zones = tuple(sorted(zones, key=lambda zone: (ranges_of(zone.tables), zone.pk)))
    shifts = tuple(Shift.objects.filter(**here).select_related("user", "covered_by"))
    now = at.astimezone(ZoneInfo(place.time_zone))
    if not zones and not shifts and event is not None:
        return FloorPlan(at=now)
    staff, heads = judges_of(event or place)
    return FloorPlan(
        at=now,
        zones=zones,
        shifts=shifts,
        posts=tuple(JudgePost.objects.filter(**here)),
        staff=staff,
        heads=heads,
        step=step or timedelta(minutes=2),
    )


def call_step(event: Event) -> timedelta:
    """How long a call waits before it rings for more judges."""
    return timedelta(minutes=options_of(event).call_minutes)


def judges_of(place: Place) -> tuple[dict[int, User], frozenset[int]]:
    """The judges of a place by their ids, by name, and which of them are head judges or deputies."""
    held = EventRole.objects.filter(**({"event__hall_day": place} if isinstance(place, HallDay) else {"event": place}))
    rows = list(held.select_related("user"))
    rows += list(HallRole.objects.filter(hall_day=place).select_related("user")) if isinstance(place, HallDay) else []  # type: ignore[arg-type]
    roles: dict[int, set[Role]] = defaultdict(set)
    people = {}
    for row in rows:
        if row.user.is_active:
            roles[row.user_id].add(Role(row.role))
            people[row.user_id] = row.user
    judges = sorted((user for pk, user in people.items() if can_log(roles[pk])), key=lambda user: str(user).casefold())
    return {user.pk: user for user in judges}, frozenset(user.pk for user in judges if can_head(roles[user.pk]))
