"""The round's clock: the time left, computed from timed events and the current time (section 7). Pure.

Only the events are stored, so every screen that knows them and the server's time shows the same time left. Times are
``datetime`` values of one kind (all aware, or all naive); differences are whole microseconds, so the clock does not
drift. What happens at the table when time is called is in the game's own: ``rules_engine.time_call``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum

import msgspec


class ClockAct(StrEnum):
    """What a person did to the clock."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    ADD = "add"  # seconds more for everyone; negative takes time away
    EXTEND = "extend"  # seconds more for one match; no event of the round's clock, see ``read``
    CALL = "call"  # time is called by hand: the rest of the time is removed


class ClockState(StrEnum):
    """What the clock shows."""

    NOT_STARTED = "not_started"
    RUNNING = "running"
    PAUSED = "paused"
    TIME_CALLED = "time_called"


class ClockProblem(StrEnum):
    """Why an event cannot follow those before it."""

    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    ALREADY_PAUSED = "already_paused"
    NOT_PAUSED = "not_paused"
    BEFORE_LAST_EVENT = "before_last_event"
    NOTHING_ADDED = "nothing_added"
    NOTHING_LEFT = "nothing_left"


class TimedAct(msgspec.Struct, frozen=True):
    """One act on the clock. ``seconds`` is read for ``ClockAct.ADD`` only."""

    at: datetime
    act: ClockAct
    seconds: int = 0


class ClockError(ValueError):
    """A contradictory list of events; ``problem`` is the reason, ``event`` the first event that cannot follow the
    others.
    """

    def __init__(self, problem: ClockProblem, event: TimedAct) -> None:
        self.problem = problem
        self.event = event
        super().__init__(f"{event.act} at {event.at.isoformat()}: {problem}")


class ClockReading(msgspec.Struct, frozen=True):
    """What one clock shows at one moment.

    ``left`` is in seconds and goes below zero once time is called. ``ends_at`` is when zero is (or was) reached: None
    before the start and while the clock is paused. ``running`` tells a clock that still counts below zero from a
    stopped one. ``allowed`` is the whole time in seconds: cap, additions and extension.
    """

    state: ClockState
    left: float
    ends_at: datetime | None
    running: bool
    allowed: float


class _Dial(msgspec.Struct):
    """The clock's state while its events are replayed: time used up to ``since``, and time allowed."""

    allowed: timedelta
    started: bool = False
    used: timedelta = timedelta()
    since: datetime | None = None  # set while running

    def used_at(self, now: datetime) -> timedelta:
        return self.used if self.since is None else self.used + (now - self.since)

    def problem(self, event: TimedAct) -> ClockProblem | None:
        if event.act is ClockAct.EXTEND:
            raise ValueError("an extension belongs to one match: pass its seconds to read()")
        if event.act is ClockAct.ADD:
            return None if event.seconds else ClockProblem.NOTHING_ADDED
        if event.act is ClockAct.START:
            return ClockProblem.ALREADY_STARTED if self.started else None
        if not self.started:
            return ClockProblem.NOT_STARTED
        if event.act is ClockAct.PAUSE:
            return ClockProblem.ALREADY_PAUSED if self.since is None else None
        if event.act is ClockAct.RESUME:
            return ClockProblem.NOT_PAUSED if self.since is not None else None
        return None if self.used_at(event.at) < self.allowed else ClockProblem.NOTHING_LEFT

    def apply(self, event: TimedAct) -> None:
        if event.act is ClockAct.ADD:
            self.allowed += timedelta(seconds=event.seconds)
        elif event.act is ClockAct.CALL:
            self.allowed = self.used_at(event.at)
        elif event.act is ClockAct.PAUSE:
            self.used, self.since = self.used_at(event.at), None
        else:
            self.started, self.since = True, event.at


def _dial(events: Iterable[TimedAct], cap: int, until: datetime | None) -> _Dial:
    dial = _Dial(allowed=timedelta(seconds=cap))
    last: datetime | None = None
    for event in events:
        if last is not None and event.at < last:
            raise ClockError(ClockProblem.BEFORE_LAST_EVENT, event)
        if until is not None and event.at > until:
            break
        problem = dial.problem(event)
        if problem is not None:
            raise ClockError(problem, event)
        dial.apply(event)
        last = event.at
    return dial


def read(events: Sequence[TimedAct], now: datetime, cap: int, extension: int = 0) -> ClockReading:
    """Read the clock at ``now`` from its events in the order they happened.

    ``cap`` and ``extension`` are in seconds. ``extension`` is the sum of one match's extensions, or 0 for the round's
    own clock. Events after ``now`` do not count yet, so a start may be scheduled, and the same list shows the clock at
    any earlier moment. Raises ClockError for a contradictory list.
    """
    dial = _dial(events, cap, until=now)
    allowed = dial.allowed + timedelta(seconds=extension)
    left = allowed - dial.used_at(now)
    running = dial.since is not None
    if not dial.started:
        state = ClockState.NOT_STARTED
    elif left <= timedelta(0):
        state = ClockState.TIME_CALLED
    else:
        state = ClockState.RUNNING if running else ClockState.PAUSED
    return ClockReading(
        state=state,
        left=left.total_seconds(),
        ends_at=now + left if running else None,
        running=running,
        allowed=allowed.total_seconds(),
    )


def problem(events: Sequence[TimedAct], event: TimedAct, cap: int) -> ClockProblem | None:
    """Return why ``event`` cannot follow ``events``, or None. Services ask before they store an event."""
    if events and event.at < events[-1].at:
        return ClockProblem.BEFORE_LAST_EVENT
    return _dial(events, cap, until=None).problem(event)
