"""The acts on a round's clock. The clock itself is a pure function of the events stored here (matches.clock.timing)."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from matches.audit.services import Actor, Change, audited_change
from matches.clock import timing as clock
from matches.clock.queries import round_clock
from matches.clock.timing import ClockAct
from matches.enums import MatchKind, RoundStatus
from matches.errors import Refused
from matches.models import ClockEvent, Match, Round
from matches.schedule.services import course_changed

PROBLEMS = {
    clock.ClockProblem.NOT_STARTED: _("The clock has not been started yet."),
    clock.ClockProblem.ALREADY_STARTED: _("The clock is already running."),
    clock.ClockProblem.ALREADY_PAUSED: _("The clock is already paused."),
    clock.ClockProblem.NOT_PAUSED: _("The clock is not paused."),
    clock.ClockProblem.BEFORE_LAST_EVENT: _("Someone has just changed the clock. Check it and try again."),
    clock.ClockProblem.NOTHING_ADDED: _("Enter how much time to add."),
    clock.ClockProblem.NOTHING_LEFT: _("Time has already been called."),
}
MOST_ADDED = 60 * 60


def locked_round(*, change: Change, round: Round) -> Round:
    """The round as it is now, read under the change's lock."""
    return Round.objects.select_related("stage__event").get(pk=round.pk, stage__event=change.event)


def _check_takes_results(now: Round) -> None:
    """Only a round that is played has a clock that runs."""
    if now.status == RoundStatus.WITHDRAWN:
        raise Refused("round_withdrawn", _("This round has been withdrawn. Check the current round."), conflict=True)
    if now.status == RoundStatus.CLOSED:
        raise Refused("round_closed", _("This round is closed, so its clock has stopped."), conflict=True)
    if now.status not in RoundStatus.takes_results():
        raise Refused("round_not_published", _("The clock is available once the round is published."))


def _clock_act(
    name: str,
    clock_act: ClockAct,
    round_: Round,
    actor: Actor,
    at: datetime | None,
    seconds: int,
    reason: str = "",
) -> Round:
    with audited_change(name, event_id=round_.stage.event_id, actor=actor, reason=reason, at=at) as change:
        now = locked_round(change=change, round=round_)
        _check_takes_results(now)
        event = clock.TimedAct(at=change.at, act=clock_act, seconds=seconds)
        known = round_clock(now)
        problem = clock.problem(known.events, event, known.cap)
        if problem is not None:
            wrong_value = problem is clock.ClockProblem.NOTHING_ADDED
            parameter = "seconds" if wrong_value else None
            raise Refused(f"clock_{problem}", PROBLEMS[problem], parameter=parameter, conflict=not wrong_value)
        ClockEvent.objects.create(round=now, act=clock_act, at=change.at, seconds=seconds, by=actor.user)
        if clock_act == ClockAct.START or (now.status == RoundStatus.TIME_CALLED and _has_time(now, change.at)):
            now.status = RoundStatus.RUNNING
            now.save(update_fields=["status"])
            course_changed(change)
        change.note(round=now.pk, number=now.number, seconds=seconds)
        change.touch("clock", "pairings")
    return now


def _has_time(now: Round, at: datetime) -> bool:
    """Whether there is time left again after time was called, because some was added."""
    return round_clock(now).read(at).left > 0


def start_clock(*, round: Round, actor: Actor, at: datetime | None = None) -> Round:
    """Start the round: published → running. Raises Refused when it is not published or runs already."""
    return _clock_act("start_clock", ClockAct.START, round, actor, at, 0)


def pause_clock(*, round: Round, actor: Actor, at: datetime | None = None) -> Round:
    """Stop the time for the whole room."""
    return _clock_act("pause_clock", ClockAct.PAUSE, round, actor, at, 0)


def resume_clock(*, round: Round, actor: Actor, at: datetime | None = None) -> Round:
    """Resume the clock."""
    return _clock_act("resume_clock", ClockAct.RESUME, round, actor, at, 0)


def add_time(*, round: Round, seconds: int, actor: Actor, reason: str = "", at: datetime | None = None) -> Round:
    """Add ``seconds`` for the whole room, or remove them if negative. Raises Refused for more than an hour.

    A round whose time was called runs again if it now has time left.
    """
    if abs(seconds) > MOST_ADDED:
        raise Refused("clock_too_much", _("Add or remove at most 1 hour at a time."), parameter="seconds")
    return _clock_act("add_time", ClockAct.ADD, round, actor, at, seconds, reason)


def call_time(*, round: Round, actor: Actor, at: datetime | None = None) -> Round:
    """Call time in a running round, at zero or early. Raises Refused in any other round."""
    with audited_change("call_time", event_id=round.stage.event_id, actor=actor, at=at) as change:
        now = locked_round(change=change, round=round)
        if now.status == RoundStatus.TIME_CALLED:
            raise Refused("clock_nothing_left", PROBLEMS[clock.ClockProblem.NOTHING_LEFT], conflict=True)
        if now.status != RoundStatus.RUNNING:
            raise Refused("round_not_running", _("Time can be called only in a running round."), conflict=True)
        known = round_clock(now)
        event = clock.TimedAct(at=change.at, act=ClockAct.CALL)
        if clock.problem(known.events, event, known.cap) is None:
            ClockEvent.objects.create(round=now, act=ClockAct.CALL, at=change.at, by=actor.user)
        now.status = RoundStatus.TIME_CALLED
        now.save(update_fields=["status"])
        change.note(round=now.pk, number=now.number)
        change.touch("clock", "pairings")
    return now


def extend_match(*, match: Match, seconds: int, actor: Actor, at: datetime | None = None) -> ClockEvent:
    """Give one match more time, in seconds. The judging policy, not this service, decides how much."""
    with audited_change("extend_match", event_id=match.round.stage.event_id, actor=actor, at=at) as change:
        now = check_extension(match=match, seconds=seconds)
        event = ClockEvent.objects.create(
            round=now, match=match, act=ClockAct.EXTEND, at=change.at, seconds=seconds, by=actor.user
        )
        change.note(match=match.pk, table=match.table, seconds=seconds)
        change.touch("clock", f"table {match.table}")
    return event


def shorten_match(*, match: Match, seconds: int, actor: Actor, at: datetime | None = None) -> ClockEvent:
    """Take time back that ``extend_match`` gave to a match: a counter-entry. Raises Refused for more than it has."""
    with audited_change("shorten_match", event_id=match.round.stage.event_id, actor=actor, at=at) as change:
        now = check_shortening(match=match, seconds=seconds)
        event = ClockEvent.objects.create(
            round=now, match=match, act=ClockAct.EXTEND, at=change.at, seconds=-seconds, by=actor.user
        )
        change.note(match=match.pk, table=match.table, seconds=-seconds)
        change.touch("clock", f"table {match.table}")
    return event


def check_shortening(*, match: Match, seconds: int) -> Round:
    """The match's round as it is now; raises Refused where ``shorten_match`` would."""
    now = check_extension(match=match, seconds=seconds)
    if seconds > round_clock(now).extensions.get(match.pk, 0):
        raise Refused("extension_gone", _("This table no longer has this extension."), conflict=True)
    return now


def check_extension(*, match: Match, seconds: int) -> Round:
    """The match's round as it is now; raises Refused where ``extend_match`` would."""
    if not 0 < seconds <= MOST_ADDED:
        raise Refused(
            "extension_out_of_range", _("An extension must be between 1 second and 1 hour."), parameter="seconds"
        )
    now = Round.objects.select_related("stage__event").get(pk=match.round_id)
    _check_takes_results(now)
    if match.kind != MatchKind.PLAYED:
        raise Refused("no_opponent", _("There is no match at this table to extend."))
    return now
