"""Calls for a judge: opened by a player or the desk, claimed, handed to the head judge, resolved."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from judging.calls.queries import covering, last_step, open_call_at
from judging.enums import CallState, RecordSource, TableAct
from judging.models import Call, CallStep, TableEvent
from judging.policies.queries import rules_of
from judging.records.notice_services import notify_judges
from judging.records.services import AlreadyWritten, RecordWriter, Stamp, write_records_once
from matches.audit.services import Actor, Change
from matches.errors import NotAllowed, Refused
from matches.models import Event, Match, Round, User

ROUND_CLOSED = "round closed"
"""The reason of a call's last step where the call was closed with its round."""


def call_judge(
    *, match: Match, actor: Actor, about: str = "", stamp: Stamp | None = None, at: datetime | None = None
) -> Call:
    """Call a judge to a table. Returns the call, or the table's open call if there is one.

    Staff can call to any table. Raises Refused for a player at another table.
    """

    def write(writer: RecordWriter) -> Call:
        caller = actor.entry
        at_table = caller is not None and match.seats.filter(entry=caller).exists()
        if caller is not None and not at_table:
            raise NotAllowed(_("You can call a judge only to your own table."))
        known = open_call_at(match)
        if known is not None:
            raise AlreadyWritten(known)
        _touch(writer)
        return writer.append(Call(entry=caller, about=about.strip()[:200]))

    return write_records_once(
        model=Call,
        name="call_judge",
        event=match.round.stage.event,
        actor=actor,
        stamp=stamp,
        match=match,
        at=at,
        write=write,
    )


def claim_call(*, call: Call, actor: Actor, stamp: Stamp | None = None, at: datetime | None = None) -> CallStep:
    """Claim a call for the judge who goes to the table.

    The judge covers the table from then on, until the call is resolved. A call that another judge has claimed is
    refused; an escalated call can be claimed again.
    """
    return _step(call, CallState.CLAIMED, "claim_call", actor, stamp, at)


def escalate_call(
    *, call: Call, actor: Actor, about: str = "", stamp: Stamp | None = None, at: datetime | None = None
) -> CallStep:
    """Ask for the head judge; ``about`` says for what, where the call does not. Another matter is another step."""
    question = "" if about.strip() == call.about else about.strip()[:200]
    return _step(call, CallState.ESCALATED, "escalate_call", actor, stamp, at, question)


def resolve_call(*, call: Call, actor: Actor, stamp: Stamp | None = None, at: datetime | None = None) -> CallStep:
    """Resolve a call: the judge has answered it."""
    return _step(call, CallState.RESOLVED, "resolve_call", actor, stamp, at)


def close_calls(change: Change, round: Round) -> None:
    """Resolve the open calls of a round that is being closed, as part of that change."""
    calls = Call.objects.filter(round=round).exclude(steps__step=CallState.RESOLVED).select_related("match__round")
    for call in calls.order_by("sequence"):
        stamp = Stamp(source=RecordSource.DESK)
        writer = RecordWriter(change=change, stamp=stamp, rules=rules_of(change.event), match=call.match)
        writer.append(CallStep(call=call, step=CallState.RESOLVED, reason=ROUND_CLOSED))
        _touch(writer)


def _step(
    call: Call,
    step: CallState,
    name: str,
    actor: Actor,
    stamp: Stamp | None,
    at: datetime | None,
    about: str = "",
) -> CallStep:
    def write(writer: RecordWriter) -> CallStep:
        last = last_step(call)
        if last is not None:
            _check(call, last, step, actor, about)
        _touch(writer)
        writer.change.note(step=step)
        row = writer.append(CallStep(call=call, step=step, reason=about))
        _cover(writer, call, step)
        if step == CallState.RESOLVED:
            notify_judges(writer, _passed_on_by(call), row)
        return row

    return write_records_once(
        model=CallStep, name=name, event=call.event, actor=actor, stamp=stamp, match=call.match, at=at, write=write
    )


def _touch(writer: RecordWriter) -> None:
    """Let pages look again, also those of the hall day's other events: their judges may be the next ones."""
    writer.touch("calls", "tables")
    event = writer.change.event
    if event.hall_day_id is not None:
        others = Event.objects.filter(hall_day=event.hall_day_id, finished_at__isnull=True).exclude(pk=event.pk)
        writer.change.touch_in(others.values_list("pk", flat=True), "calls")


def _passed_on_by(call: Call) -> list[User | None]:
    """The judges who called the head judge to a call."""
    steps = CallStep.objects.filter(call=call, step=CallState.ESCALATED).select_related("judge")
    return [step.judge for step in steps]


COVERS = {CallState.CLAIMED: TableAct.COVERED, CallState.RESOLVED: TableAct.LEFT}
"""What a step of a call means for who covers its table."""


def _cover(writer: RecordWriter, call: Call, step: CallState) -> None:
    """Let the judge cover the table with the claim, and leave it with the end of the call."""
    act = COVERS.get(step)
    if act is None or call.match is None:
        return
    here = covering([call.match]).get(call.match.pk) == writer.change.actor.user
    if here == (act == TableAct.LEFT):
        writer.append(TableEvent(act=act), what=f"table {act}")


def _check(call: Call, last: CallStep, step: CallState, actor: Actor, about: str) -> None:
    """Raise Refused, or AlreadyWritten with the last step if the new one would repeat it."""
    if last.step == CallState.RESOLVED:
        text = _("This call is already resolved.")
        if last.judge is not None and last.judge != actor.user and call.table:
            text = _("%(judge)s has already resolved the call at table %(table)s.")
        raise Refused("call_resolved", text % {"judge": last.judge, "table": call.table}, conflict=True)
    if last.step != step or (about and about != last.reason):
        return
    if step == CallState.CLAIMED and last.judge_id != (actor.user.pk if actor.user else None):
        text = _("%(judge)s is on the way to table %(table)s.") if call.table else _("%(judge)s is on the way.")
        raise Refused("call_claimed", text % {"judge": last.judge or "", "table": call.table}, conflict=True)
    raise AlreadyWritten(last)
