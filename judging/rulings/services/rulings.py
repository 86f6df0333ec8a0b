"""Log, undo and withdraw rulings, which are decisions at a table with or without an infraction."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from judging.models import Incident, Infraction, Record, Ruling
from judging.records.services import RecordWriter, Stamp, write_records_once
from judging.rulings.queries.penalties import BOTH_STAND, DUPLICATE, WITHDRAWN
from judging.rulings.services.infractions import check_player
from judging.rulings.services.takebacks import check_undo
from matches.audit.services import Actor
from matches.errors import Refused
from matches.models import Entry, Event, Match


def log_incident(
    *,
    event: Event,
    actor: Actor,
    match: Match | None = None,
    summary: str = "",
    finding: str = "",
    stamp: Stamp | None = None,
    at: datetime | None = None,
) -> Incident:
    """Log an incident. Rulings and infractions with the same root cause refer to it."""

    def write(writer: RecordWriter) -> Incident:
        writer.touch("rulings")
        return writer.append(Incident(summary=summary.strip(), finding=finding))

    return write_records_once(
        model=Incident, name="log_incident", event=event, actor=actor, stamp=stamp, match=match, at=at, write=write
    )


def log_ruling(
    *,
    event: Event,
    actor: Actor,
    matter: str,
    outcome: str,
    match: Match | None = None,
    concerns: Entry | None = None,
    rule: str = "",
    comment: str = "",
    incident: Incident | None = None,
    stamp: Stamp | None = None,
    at: datetime | None = None,
) -> Ruling:
    """Log a ruling on a matter. If the policy lists outcomes for the matter, ``outcome`` must be one of them; the
    outcome ``other`` needs a comment. Without a ``rule`` it is the one that the policy names for the outcome."""

    def write(writer: RecordWriter) -> Ruling:
        outcomes = writer.policy.outcomes_of(matter)
        if outcomes and outcome not in outcomes:
            raise Refused("outcome_unknown", _("Choose a ruling."), parameter="outcome")
        if not outcome.strip() or (outcome == "other" and not comment.strip()):
            raise Refused("comment_missing", _("Describe your ruling."), parameter="comment")
        if concerns is not None:
            check_player(event, concerns, match, parameter="concerns")
        writer.change.note(matter=matter, outcome=outcome)
        writer.touch("rulings")
        rests_on = rule or writer.policy.rule_of(matter, outcome)
        row = Ruling(
            incident=incident, matter=matter, outcome=outcome, rule=rests_on, concerns=concerns, comment=comment.strip()
        )
        return writer.append(row)

    return write_records_once(
        model=Ruling, name="log_ruling", event=event, actor=actor, stamp=stamp, match=match, at=at, write=write
    )


def undo_ruling(*, ruling: Ruling, actor: Actor, stamp: Stamp | None = None, at: datetime | None = None) -> Ruling:
    """Withdraw the actor's own ruling, with a further record. Raises Refused after ten seconds or a later act."""

    def write(writer: RecordWriter) -> Ruling:
        check_undo(writer, ruling)
        if ruling.corrected_by.exists() or ruling.infractions.exists():
            raise Refused(
                "too_late", _("Someone has acted on this since, so it can no longer be undone."), conflict=True
            )
        writer.touch("rulings")
        return writer.append(_counter(ruling, "undo"))

    return write_ruling_about(ruling, "undo_ruling", actor, stamp, at, write, reason="undo")


def withdraw_ruling(
    *, ruling: Ruling, reason: str, actor: Actor, stamp: Stamp | None = None, at: datetime | None = None
) -> Ruling:
    """Withdraw a ruling, for a reason. The original stays in the log.

    Raises Refused without a reason, if it is withdrawn already, or unless the actor is head judge or deputy.
    """

    def write(writer: RecordWriter) -> Ruling:
        if not reason.strip():
            raise Refused("reason_missing", _("Give a reason."), parameter="reason")
        if ruling.corrected_by.exists():
            raise Refused("already_rescinded", _("This ruling has already been rescinded."), conflict=True)
        writer.touch("rulings")
        return writer.append(_counter(ruling, reason))

    return write_ruling_about(ruling, "withdraw_ruling", actor, stamp, at, write, reason=reason)


def keep_both(
    *, infraction: Infraction, actor: Actor, stamp: Stamp | None = None, at: datetime | None = None
) -> Ruling:
    """Decide that a possible duplicate is not one, so that both records stand.

    Raises Refused unless the actor is the head judge or a deputy.
    """

    def write(writer: RecordWriter) -> Ruling:
        writer.touch("rulings")
        row = Ruling(matter=DUPLICATE, outcome=BOTH_STAND, concerns=infraction.entry, corrects=infraction)
        return writer.append(row)

    return write_ruling_about(infraction, "keep_both", actor, stamp, at, write)


def _counter(ruling: Ruling, reason: str) -> Ruling:
    return Ruling(
        incident=ruling.incident,
        matter=ruling.matter,
        outcome=WITHDRAWN,
        concerns=ruling.concerns,
        corrects=ruling,
        reason=reason[:500],
    )


def write_ruling_about(
    record: Record,
    name: str,
    actor: Actor,
    stamp: Stamp | None,
    at: datetime | None,
    write: Callable[[RecordWriter], Ruling],
    *,
    reason: str = "",
) -> Ruling:
    """Make the change ``name``, which writes a ruling about another record: in its event, at its match."""
    return write_records_once(
        model=Ruling,
        name=name,
        event=record.event,
        actor=actor,
        stamp=stamp,
        match=record.match,
        reason=reason,
        at=at,
        write=write,
    )
