"""Taking penalties back: one that is changed, rescinded or undone gives back what it took. One that had to wait for a
match is carried out here too."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from judging.enums import PenaltyAct, PenaltyStatus
from judging.models import Infraction, PenaltyEvent, Record
from judging.policy import authority
from judging.records.services import RecordWriter, Stamp
from judging.rulings.effects.match_loss_services import open_match
from judging.rulings.effects.services import kind_of_effect
from judging.rulings.effects.stored import stored_effect, stored_give_back
from judging.rulings.queries.penalties import PenaltyState, active_effect
from judging.rulings.queries.suggestions import suggestion_of
from judging.rulings.services.penalties import append_penalty_event, decide_penalty, give_penalty, write_penalty_event
from matches.audit.services import Actor
from matches.errors import NotAllowed, Refused

UNDO_SECONDS = 10
UNDO_TRANSIT = 5  # a tap in the tenth second may take its time over a hall's network


def change_penalty(
    *,
    infraction: Infraction,
    penalty: str,
    reason: str,
    actor: Actor,
    statements: dict[str, Any] | None = None,
    stamp: Stamp | None = None,
    at: datetime | None = None,
) -> PenaltyEvent:
    """Put another penalty in the place of the one given; what that one took is given back first."""

    def write(writer: RecordWriter, now: PenaltyState, events: list[PenaltyEvent]) -> PenaltyEvent:
        return prepare_change(writer, infraction, penalty, reason, now, events, statements)()

    return write_penalty_event(
        infraction, name="change_penalty", actor=actor, stamp=stamp, at=at, reason=reason, write=write
    )


def prepare_change(
    writer: RecordWriter,
    infraction: Infraction,
    penalty: str,
    reason: str,
    now: PenaltyState,
    events: list[PenaltyEvent],
    statements: dict[str, Any] | None = None,
) -> Callable[[], PenaltyEvent]:
    """Check that a penalty may be changed; raises Refused. Returns the function that changes it."""
    _check_stands(now)
    if not authority.may_change(writer.policy_roles, delegated=writer.rules.delegated):
        raise NotAllowed(_("Only the head judge can change a penalty."))
    _check_reason(reason)
    if penalty == now.penalty:
        raise Refused("same_penalty", _("The infraction already has this penalty."), parameter="penalty")
    effect = active_effect(events)
    kind = kind_of_effect(effect)
    kind.check_give_back(writer, infraction, effect, reason)
    suggestion = suggestion_of(infraction)
    decision = decide_penalty(writer, infraction, penalty, suggestion, comment=reason, statements=statements)

    def write() -> PenaltyEvent:
        back = kind.give_back(writer, infraction, effect, reason)
        return give_penalty(writer, decision, act=PenaltyAct.CHANGED, reason=reason, replaced=back)

    return write


def rescind_penalty(
    *, infraction: Infraction, reason: str, actor: Actor, stamp: Stamp | None = None, at: datetime | None = None
) -> PenaltyEvent:
    """Rescind a penalty and its effects. The original stays in the log.

    Raises Refused without a reason, if it is rescinded already, or unless the actor is the head judge.
    """

    def write(writer: RecordWriter, now: PenaltyState, events: list[PenaltyEvent]) -> PenaltyEvent:
        return prepare_rescission(writer, infraction, reason, now, events)()

    return write_penalty_event(
        infraction, name="rescind_penalty", actor=actor, stamp=stamp, at=at, reason=reason, write=write
    )


def prepare_rescission(
    writer: RecordWriter, infraction: Infraction, reason: str, now: PenaltyState, events: list[PenaltyEvent]
) -> Callable[[], PenaltyEvent]:
    """Check that a penalty can be rescinded, and return the function that rescinds it. Raises Refused.

    The caller checks the actor's rights.
    """
    if now.status == PenaltyStatus.RESCINDED:
        raise Refused("already_rescinded", _("This penalty has already been rescinded."), conflict=True)
    _check_reason(reason)
    effect = active_effect(events)
    kind = kind_of_effect(effect)
    kind.check_give_back(writer, infraction, effect, reason)

    def write() -> PenaltyEvent:
        back = kind.give_back(writer, infraction, effect, reason)
        row = PenaltyEvent(
            infraction=infraction,
            act=PenaltyAct.RESCINDED,
            penalty=now.penalty or infraction.suggested,
            effect=stored_give_back(back.gave_back),
            left_result=back.left,
            corrects_id=events[-1].pk if events else infraction.pk,
            reason=reason,
        )
        return append_penalty_event(writer, row)

    return write


def undo_infraction(
    *, infraction: Infraction, actor: Actor, stamp: Stamp | None = None, at: datetime | None = None
) -> PenaltyEvent:
    """Rescind the actor's own infraction, with a further record. Raises Refused after ten seconds or a later act."""

    def write(writer: RecordWriter, now: PenaltyState, events: list[PenaltyEvent]) -> PenaltyEvent:
        check_undo(writer, infraction)
        if len(events) > 1:
            raise Refused(
                "too_late", _("Someone has acted on this since, so it can no longer be undone."), conflict=True
            )
        return prepare_rescission(writer, infraction, "undo", now, events)()

    return write_penalty_event(
        infraction, name="undo_infraction", actor=actor, stamp=stamp, at=at, reason="undo", write=write
    )


def check_undo(writer: RecordWriter, record: Record) -> None:
    """Raise Refused unless the actor logged the record within the last ten seconds."""
    if record.judge_id is None or writer.change.actor.user is None or record.judge_id != writer.change.actor.user.pk:
        raise Refused("not_yours", _("Only the judge who logged it can undo it."))
    if (writer.at - record.server_time).total_seconds() > UNDO_SECONDS + UNDO_TRANSIT:
        raise Refused(
            "too_late", _("The ten seconds to undo this are over. The head judge can rescind it."), conflict=True
        )


def apply_penalty(
    *, infraction: Infraction, actor: Actor, stamp: Stamp | None = None, at: datetime | None = None
) -> PenaltyEvent:
    """Apply a penalty that was waiting for the player's next match.

    Raises Refused if it is not waiting, if there is no such match yet, or unless the actor is head judge or deputy.
    """

    def write(writer: RecordWriter, now: PenaltyState, events: list[PenaltyEvent]) -> PenaltyEvent:
        waiting = active_effect(events)
        if not now.in_force or waiting is None or not waiting.is_waiting:
            raise Refused("nothing_waits", _("This penalty is not waiting for a match."), conflict=True)
        match = open_match(infraction)
        if match is None:
            raise Refused("no_match", _("This player has no undecided match."))
        writer.match = match
        kind, penalty = kind_of_effect(waiting), writer.policy.penalty(now.penalty)
        kind.check(writer, infraction, penalty)
        done = kind.apply(writer, infraction, penalty, {})
        row = PenaltyEvent(
            infraction=infraction,
            act=PenaltyAct.APPLIED,
            penalty=now.penalty,
            effect=stored_effect(done.effect),
            result=done.result,
        )
        return append_penalty_event(writer, row)

    return write_penalty_event(infraction, name="apply_penalty", actor=actor, stamp=stamp, at=at, write=write)


def _check_stands(now: PenaltyState) -> None:
    if now.status == PenaltyStatus.RESCINDED:
        raise Refused("already_rescinded", _("This penalty has already been rescinded."), conflict=True)
    if not now.penalty:
        raise Refused("not_issued", _("No penalty has been issued for this yet."))


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise Refused("reason_missing", _("Give a reason."), parameter="reason")
