"""The top bar of an event's pages: its round with state and clock."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from matches.clock.queries import RoundClock, round_clock
from matches.clock.timing import ClockReading, ClockState
from matches.course.labels import round_label
from matches.enums import RoundStatus
from matches.models import Event, Round
from matches.pages.components import ClockShown


def minutes_text(seconds: int) -> str:
    """``+3:00``, as an extension is written on the board."""
    return f"+{seconds // 60}:{seconds % 60:02d}"


class RoundContext(TypedDict):
    """The round in the top bar; without a round only the addresses."""

    event_url: str
    live_url: str
    clock_url: str
    round: Round | None
    round_label: str
    round_state: str
    round_clock: RoundClock | None
    clock: ClockShown | None


def round_context(event: Event, round_: Round | None, *, now: datetime | None = None) -> RoundContext:
    """The round in the top bar: name, state, clock (one query)."""
    known = round_clock(round_) if round_ else None
    called = round_ is not None and round_.status == RoundStatus.TIME_CALLED
    return {
        "event_url": reverse("matches:public", args=[event.slug]),
        "live_url": reverse("matches:live", args=[event.slug]),
        "clock_url": reverse("matches:clock_part", args=[event.slug]),
        "round": round_,
        "round_label": round_label(round_) if round_ else "",
        "round_state": round_.status if round_ else "",
        "round_clock": known,
        "clock": clock_shown(known.read(now or timezone.now()), called=called) if known else None,
    }


def clock_shown(reading: ClockReading, *, called: bool = False) -> ClockShown:
    """A clock as ``components/clock.html`` takes it; its text is for devices that do not run the clock themselves."""
    state = ClockState.TIME_CALLED if called else reading.state
    text = ""
    if state == ClockState.RUNNING and reading.ends_at is not None:
        text = _("until %(time)s") % {"time": date_format(timezone.localtime(reading.ends_at), "H:i")}
    return ClockShown(state.value, reading.ends_at, max(reading.left, 0), text)


def played_clock(round_: Round) -> ClockShown | None:
    """The clock of a round that is published and not closed, as it is now: one query; None for another round."""
    if round_.status not in RoundStatus.takes_results():
        return None
    called = round_.status == RoundStatus.TIME_CALLED
    return clock_shown(round_clock(round_).read(timezone.now()), called=called)


class BoardContext(RoundContext):
    """The top bar of an event's pages, with the address of the page of its round."""

    event: Event
    round_url: str
