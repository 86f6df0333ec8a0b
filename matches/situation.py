"""What decides the next step of an event: its round, players, open calls and appeals, and the user's rights. Pure."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from matches.clock.timing import ClockState

RoundStatus = Literal["draft", "published", "running", "time_called", "closed"]


class RoundRef(msgspec.Struct, frozen=True):
    """A round by the order of its stage and its number there."""

    stage: int
    number: int


class RoundNow(msgspec.Struct, frozen=True):
    """The state of a round. ``missing`` are the tables without a confirmed result, ``differing`` those with two
    different reports, ``at_time`` those without a result whose own time is up, ``walkovers`` those of two without a
    result where a player has left. ``players_gone`` counts players of a draft who have left;
    ``results_changed``: it rests on results that were corrected. ``unseated`` counts the players who are checked in and
    not in the round, while they can be seated. ``left`` is in seconds.
    """

    ref: RoundRef
    status: RoundStatus
    clock: ClockState = ClockState.NOT_STARTED
    left: float = 0
    missing: tuple[int, ...] = ()
    differing: tuple[int, ...] = ()
    at_time: tuple[int, ...] = ()
    walkovers: tuple[int, ...] = ()
    players_gone: int = 0
    results_changed: bool = False
    unseated: int = 0
    redrawable: bool = True  # whether a draft can be paired again: only Swiss rounds are drawn by lot
    reported: bool = False  # whether a table has reported, so that the pairings stay as they are

    @property
    def takes_results(self) -> bool:
        return self.status in ("published", "running", "time_called")


class Players(msgspec.Struct, frozen=True):
    """How many players are checked in, and how many are only registered."""

    checked_in: int = 0
    registered: int = 0


class OpenCall(msgspec.Struct, frozen=True):
    """A call for a judge that is not resolved; ``taken`` once a judge is on the way, ``escalated`` while it waits for
    the head judge.
    """

    table: int | None
    since: datetime
    taken: bool = False
    escalated: bool = False
    round: RoundRef | None = None


class OpenAppeal(msgspec.Struct, frozen=True):
    """An appeal that waits for the head judge."""

    table: int | None
    since: datetime
    round: RoundRef | None = None


class Rights(msgspec.Struct, frozen=True):
    """What the user may do."""

    organise: bool = False
    run_rounds: bool = False
    run_clock: bool = False
    report_results: bool = False
    decide_appeals: bool = False


class EventSituation(msgspec.Struct, frozen=True):
    """Everything that decides what comes next. ``pairable`` is the round that would be paired next, None when all are
    over; ``finishable``: all that was planned is played and the event is not finished; ``swiss_rounds`` are those that
    are planned before the first one is paired, else 0; ``pending`` are the sign-ups that nobody has decided,
    ``invited`` those who are invited and have not answered.
    """

    rights: Rights
    now: datetime
    round: RoundNow | None = None
    pairable: RoundRef | None = None
    finishable: bool = False
    swiss_rounds: int = 0
    players: Players = Players()
    calls: tuple[OpenCall, ...] = ()
    appeals: tuple[OpenAppeal, ...] = ()
    published: bool = True
    pending: int = 0
    invited: int = 0
    finished: bool = False
