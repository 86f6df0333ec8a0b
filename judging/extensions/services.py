"""Give tables extra time within the policy's limits, time decisions, and record when play stops for a ruling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from judging.enums import ExtensionCause, PenaltyAct, TableAct
from judging.extensions.queries import paused_since
from judging.models import PenaltyEvent, TableEvent, TimeExtension
from judging.policy import Extension, Pause, Policy, extension
from judging.policy.extension import by_hand
from judging.policy.structs import ROUND_LOSS
from judging.records.services import RecordWriter, Stamp, write_records_once
from matches.audit.services import Actor
from matches.clock.queries import round_clock
from matches.clock.services import check_extension, check_shortening, extend_match, shorten_match
from matches.enums import ResultStatus
from matches.errors import Refused
from matches.models import Entry, Match, Result

TAKEN_BACK = "taken_back"
"""``limited_by`` of the record that takes an extension back."""

NO_TIME: dict[str, Promise] = {
    "time_already_called": _("Time has been called at this table, so there is no extension."),
    "round_ended_by_penalty": _("A penalty ended this game round, so there is no extension."),
    "below_threshold": _("The pause was too short for an extension."),
    "table_cap": _("This table already has the maximum extra time."),
}


@dataclass(frozen=True)
class TableTime:
    """A table's time in seconds: what is left on its clock, extensions included, and the extensions so far."""

    left: float
    extended: int


def table_time(match: Match, at: datetime) -> TableTime:
    """The table's time at the time ``at``."""
    clock = round_clock(match.round)
    return TableTime(left=clock.read(at, match.pk).left, extended=clock.extensions.get(match.pk, 0))


def give_time(
    writer: RecordWriter, extension: Extension, *, cause: ExtensionCause, paused: int | None = None
) -> TimeExtension:
    """Extend the time of the writer's match and write the extension to the judging log."""
    assert writer.match is not None  # noqa: S101 - the callers have a table
    clock_event = extend_match(match=writer.match, seconds=extension.seconds, actor=writer.change.actor, at=writer.at)
    writer.touch("clock")
    row = TimeExtension(
        seconds=extension.seconds,
        paused_seconds=paused,
        cause=cause,
        limited_by=extension.reason,
        clock_event=clock_event,
    )
    return writer.append(row, what="extension")


def extend_time(
    *,
    match: Match,
    actor: Actor,
    seconds: int | None = None,
    paused_seconds: int | None = None,
    deck_check: bool = False,
    cause: ExtensionCause = ExtensionCause.RULING,
    stamp: Stamp | None = None,
    at: datetime | None = None,
) -> TimeExtension:
    """Give a table extra time: for a pause of ``paused_seconds`` that ends now, or ``seconds`` chosen by the judge.

    Raises Refused with the policy's reason if the table gets no time.
    """
    if (seconds is None) == (paused_seconds is None):
        text = _("Enter how long play was paused, or how much time to add.")
        raise Refused("seconds_missing", text, parameter="seconds")
    parameter = "seconds" if paused_seconds is None else "paused_seconds"
    if min(seconds or 0, paused_seconds or 0) < 0 or seconds == 0:
        raise Refused("seconds_missing", _("Add at least one second."), parameter=parameter)

    def write(writer: RecordWriter) -> TimeExtension:
        if paused_seconds is not None:
            due = _for_pause(writer, match, paused_seconds, deck_check)
        else:
            time = table_time(match, writer.at)
            due = by_hand(writer.policy, seconds or 0, left=time.left, extended=time.extended)
        if due.seconds <= 0:
            raise Refused(due.reason, NO_TIME.get(due.reason, NO_TIME["below_threshold"]), parameter=parameter)
        why = ExtensionCause.DECK_CHECK if deck_check else cause
        return give_time(writer, due, cause=why, paused=paused_seconds)

    event = match.round.stage.event
    return write_records_once(
        model=TimeExtension, name="extend_time", event=event, actor=actor, stamp=stamp, match=match, at=at, write=write
    )


def _for_pause(writer: RecordWriter, match: Match, paused: int, deck_check: bool) -> Extension:
    began = writer.at - timedelta(seconds=paused)
    return extension(writer.policy, _pause(writer.policy, match, began, writer.at, deck_check=deck_check))


def _pause(policy: Policy, match: Match, began: datetime, at: datetime, *, deck_check: bool = False) -> Pause:
    ended_by_penalty = PenaltyEvent.objects.filter(
        infraction__match=match,
        server_time__gte=began,
        provisional=False,
        act__in=[PenaltyAct.ISSUED, PenaltyAct.CONFIRMED, PenaltyAct.CHANGED],
        penalty__in=[p.code for p in policy.penalties if p.level >= policy.level(ROUND_LOSS)],
    ).exists()
    return Pause(
        paused=int((at - began).total_seconds()),
        left=table_time(match, began).left,
        extended=table_time(match, at).extended,
        deck_check=deck_check,
        round_ended_by_penalty=ended_by_penalty,
    )


def policy_time(match: Match, policy: Policy, since: datetime, at: datetime) -> Extension:
    """The extension that the policy gives for a pause from ``since`` to ``at``."""
    return extension(policy, _pause(policy, match, since, at))


def resume_play(
    *, match: Match, actor: Actor, gives_time: bool = True, stamp: Stamp | None = None, at: datetime | None = None
) -> TableEvent:
    """Let play at a table go on, and give back the time that the pause took, as the policy says.

    ``gives_time=False`` gives nothing.
    """

    def write(writer: RecordWriter) -> TableEvent:
        since = paused_since(match)
        due = policy_time(match, writer.policy, since, writer.at) if gives_time and since is not None else None
        if due is not None and due.seconds > 0:
            check_extension(match=match, seconds=due.seconds)
        row = writer.append(TableEvent(act=TableAct.RESUMED))
        if since is not None and due is not None and due.seconds > 0:
            give_time(writer, due, cause=ExtensionCause.RULING, paused=int((writer.at - since).total_seconds()))
        return row

    return _write_table_event(write, "resume_play", match, actor, stamp, at)


def take_back_extension(
    *,
    extension: TimeExtension,
    actor: Actor,
    reason: str = "undo",
    stamp: Stamp | None = None,
    at: datetime | None = None,
) -> TimeExtension:
    """Take an extension back, with a further record that corrects it and a counter-entry on the table's clock.

    Raises Refused without a reason, for an extension that was taken back, and in a round that is over.
    """
    match = extension.match
    if match is None:
        raise AssertionError("an extension belongs to a table")

    return write_records_once(
        model=TimeExtension,
        name="take_back_extension",
        event=extension.event,
        actor=actor,
        stamp=stamp,
        match=match,
        reason=reason,
        at=at,
        write=lambda writer: _take_back(writer, extension, match, reason),
    )


def _take_back(writer: RecordWriter, extension: TimeExtension, match: Match, reason: str) -> TimeExtension:
    if not reason.strip():
        raise Refused("reason_missing", _("Give a reason."), parameter="reason")
    if extension.corrects_id is not None or extension.corrected_by.exists():
        raise Refused("already_rescinded", _("This extension has already been rescinded."), conflict=True)
    check_shortening(match=match, seconds=extension.seconds)
    event = shorten_match(match=match, seconds=extension.seconds, actor=writer.change.actor, at=writer.at)
    writer.touch("clock", "tables")
    row = TimeExtension(
        seconds=extension.seconds,
        cause=extension.cause,
        limited_by=TAKEN_BACK,
        clock_event=event,
        corrects=extension,
        reason=reason[:500],
    )
    return writer.append(row)


def time_decision(
    *,
    match: Match,
    entry: Entry,
    seconds: int,
    actor: Actor,
    stamp: Stamp | None = None,
    at: datetime | None = None,
) -> TableEvent:
    """Log how long a player's decision took, with the event's time box for decisions.

    Raises Refused for a time below zero, or for a player who is not at the table.
    """
    if seconds < 0:
        raise Refused("seconds_missing", _("The decision time cannot be negative."), parameter="seconds")

    def write(writer: RecordWriter) -> TableEvent:
        if not match.seats.filter(entry=entry).exists():
            raise Refused("not_at_table", _("This player is not at this table."), parameter="entry")
        box = writer.policy.time.decision_timebox_seconds
        writer.touch("rulings")
        return writer.append(TableEvent(act=TableAct.STOPWATCH, entry=entry, seconds=seconds, time_box=box))

    return _write_table_event(write, "time_decision", match, actor, stamp, at)


def mark_table(
    *, match: Match, act: TableAct, actor: Actor, stamp: Stamp | None = None, at: datetime | None = None
) -> TableEvent:
    """Log that a judge comes to a table or leaves it, or that play stops for a ruling or goes on."""
    if act == TableAct.STOPWATCH:
        raise ValueError("a decision is timed by time_decision")

    def write(writer: RecordWriter) -> TableEvent:
        return writer.append(TableEvent(act=act))

    return _write_table_event(write, f"table_{act}", match, actor, stamp, at)


def stop_play(writer: RecordWriter) -> None:
    """Let play at the writer's table stop, as part of its change, where it goes on: the clock runs, nobody has stopped
    it, and the match has no result.
    """
    match = writer.match
    if match is None or paused_since(match) is not None or table_time(match, writer.at).left <= 0:
        return
    if not Result.objects.filter(match=match, status=ResultStatus.CONFIRMED).exists():
        writer.append(TableEvent(act=TableAct.PAUSED), what="table paused")
        writer.touch("tables")


def _write_table_event(
    write: Callable[[RecordWriter], TableEvent],
    name: str,
    match: Match,
    actor: Actor,
    stamp: Stamp | None,
    at: datetime | None,
) -> TableEvent:
    event = match.round.stage.event

    def marked(writer: RecordWriter) -> TableEvent:
        row = write(writer)
        writer.touch("tables")
        return row

    return write_records_once(
        model=TableEvent, name=name, event=event, actor=actor, stamp=stamp, match=match, at=at, write=marked
    )
