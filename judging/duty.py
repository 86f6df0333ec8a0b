"""What a judge does at a time: what the rota plans, unless the judge has stated something else since.

Times are the hall's, with the day; a shift is from a time of day to a later one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time
from enum import StrEnum


class Duty(StrEnum):
    """What a judge does. Only who is ``on`` is rung for a call."""

    ON = "on"
    BREAK = "break"
    DECK_CHECKS = "deck_checks"
    FEATURE = "feature"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftPlan:
    """A part of a judge's day; ``covered_by`` is the judge who looks after the tables meanwhile."""

    key: int
    duty: Duty
    starts: time
    ends: time
    covered_by: int | None = None

    def holds(self, now: time) -> bool:
        return self.starts <= now < self.ends


@dataclass(frozen=True, slots=True)
class Stated:
    """What a judge stated of themselves, and when."""

    duty: Duty
    at: datetime


def duty_at(shifts: Sequence[ShiftPlan], stated: Stated | None, now: datetime) -> Duty:
    """What a judge does now. A statement holds until the rota next says something about this judge, and for the day."""
    if stated is not None and stated.at <= now and not _overtaken(shifts, stated.at, now):
        return stated.duty
    running = current_shift(shifts, now)
    return running.duty if running is not None else Duty.ON


def current_shift(shifts: Sequence[ShiftPlan], now: datetime) -> ShiftPlan | None:
    """The shift that runs now; of several the one that began last."""
    running = [shift for shift in shifts if shift.holds(_of_day(now))]
    return max(running, key=lambda shift: (shift.starts, shift.key), default=None)


def next_shift(shifts: Sequence[ShiftPlan], now: datetime) -> ShiftPlan | None:
    """The next shift of the day that has not begun."""
    later = [shift for shift in shifts if shift.starts > _of_day(now)]
    return min(later, key=lambda shift: (shift.starts, shift.key), default=None)


def _overtaken(shifts: Sequence[ShiftPlan], since: datetime, now: datetime) -> bool:
    """Whether a shift began or ended between the two, or the day did."""
    if since.date() != now.date():
        return True
    moments = {moment for shift in shifts for moment in (shift.starts, shift.ends)}
    return any(_of_day(since) < moment <= _of_day(now) for moment in moments)


def _of_day(at: datetime) -> time:
    return at.time().replace(tzinfo=None)
