"""Keep the schedule of an event, and move what is still to come."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.errors import Refused
from matches.models import Event
from matches.schedule.items import (
    LONGEST_DELAY,
    Item,
    as_lines,
    from_stored,
    keeping_plan,
    later,
    moved_by_days,
    read_lines,
    to_stored,
)
from matches.schedule.labels import change_text, wrong_text
from matches.schedule.queries import DAYS, PART, changes_after

CHANGED = "schedule_changed"
"""The code of a refusal because somebody has changed the schedule meanwhile."""


def set_schedule(*, event: Event, actor: Actor, items: Sequence[Item], made_of: int | None = None) -> Event:
    """Replace the schedule. ``made_of``: the last change (``last_change``) of the one that it was made of.

    Raises Refused at ``items``: the first line that is wrong, the others in details; or what somebody did to the
    schedule after ``made_of``.
    """
    items = [Item(item.at, " ".join(item.text.split())) for item in items]
    with audited_change("set_schedule", event_id=event.pk, actor=actor) as change:
        _read, wrong = read_lines(as_lines(items, change.event.date), change.event.date)
        if wrong:
            first, *others = (wrong_text(line) for line in wrong)
            raise Refused("schedule_wrong", first, parameter="items", details=others)
        if made_of is not None:
            _check_unchanged(change, made_of)
        change.note(items=len(items))
        _store(change, keeping_plan(items, from_stored(change.event.schedule)))
    return change.event


def _check_unchanged(change: Change, made_of: int) -> None:
    done = [change_text(row, change.event) for row in changes_after(change.event, made_of)]
    if done:
        text = _("The schedule has changed since you opened this page. To replace it with your lines, save again.")
        raise Refused(CHANGED, text, parameter="items", conflict=True, details=done)


def shift_schedule(*, event: Event, actor: Actor, minutes: int) -> int:
    """Move all that is still to come by so many minutes (negative: earlier, but not into the past). Returns how many
    items moved. Raises Refused at ``minutes``.
    """
    with audited_change("shift_schedule", event_id=event.pk, actor=actor) as change:
        if minutes == 0 or abs(minutes) > LONGEST_DELAY:
            message = _("Enter 1 to %(most)d minutes.") % {"most": LONGEST_DELAY}
            raise Refused("minutes_out_of_range", message, parameter="minutes")
        before = from_stored(change.event.schedule)
        now = local(change.event, change.at)
        after = later(before, minutes, now)
        moved = sum(old != new for old, new in zip(before, after, strict=True))
        if not moved:
            raise Refused("nothing_to_come", _("Nothing on the schedule is still to come."))
        change.note(minutes=minutes, moved=moved)
        _store(change, after)
    return moved


def move_with_date(change: Change, days: int) -> None:
    """Move the schedule with the date of the event, in the change that moves it."""
    if change.event.schedule:
        change.note(**{DAYS: days})
        _store(change, moved_by_days(from_stored(change.event.schedule), days))


def course_changed(change: Change) -> None:
    """A round has begun or is gone, or the event is over: pages look again for what comes next."""
    if change.event.schedule:
        change.touch(PART)


def local(event: Event, at: datetime) -> datetime:
    """A moment by the event's clock, to the minute, without a zone: as the schedule has its times."""
    return at.astimezone(ZoneInfo(event.time_zone)).replace(tzinfo=None, second=0, microsecond=0)


def _store(change: Change, items: Sequence[Item]) -> None:
    change.event.schedule = to_stored(items)
    change.event.save(update_fields=["schedule"])
    change.touch(PART)
