"""The way back: a penalty changed, rescinded or undone gives back what it took. And what had to wait is carried out."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from judging.enums import PenaltyAct, PenaltyStatus
from judging.models import Infraction, PenaltyEvent, Record
from judging.policy import authority
from judging.records.services import Log, Stamp
from judging.rulings.effect_services import Effect, give_back, match_loss, open_match
from judging.rulings.penalty_services import append, give, land_on
from judging.rulings.queries import Standing, active_effect
from judging.rulings.suggestion_queries import suggestion_of
from matches.audit.services import Actor
from matches.errors import Refused

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

    def write(log: Log, now: Standing, events: list[PenaltyEvent]) -> PenaltyEvent:
        return change(log, infraction, penalty, reason, now, events, statements)

    return land_on(infraction, name="change_penalty", actor=actor, stamp=stamp, at=at, reason=reason, write=write)


def change(
    log: Log,
    infraction: Infraction,
    penalty: str,
    reason: str,
    now: Standing,
    events: list[PenaltyEvent],
    statements: dict[str, Any] | None = None,
) -> PenaltyEvent:
    """``change_penalty`` inside an act."""
    _check_stands(now)
    if not authority.may_change(log.policy_roles, delegated=log.rules.delegated):
        raise Refused("not_allowed", _("Only the head judge changes a penalty."))
    _check_reason(reason)
    if penalty == now.penalty:
        raise Refused("same_penalty", _("That is the penalty it has."), field="penalty")
    back = _give_all_back(log, infraction, events, reason)
    return give(
        log,
        infraction,
        penalty,
        suggestion_of(infraction),
        comment=reason,
        act=PenaltyAct.CHANGED,
        statements=statements,
        reason=reason,
        gave_back=back,
    )


def rescind_penalty(
    *, infraction: Infraction, reason: str, actor: Actor, stamp: Stamp | None = None, at: datetime | None = None
) -> PenaltyEvent:
    """Take a penalty back, with what it took. The original stays in the log."""

    def write(log: Log, now: Standing, events: list[PenaltyEvent]) -> PenaltyEvent:
        if not authority.may_rescind(log.policy_roles):
            raise Refused("not_allowed", _("Only the head judge takes a penalty back."))
        return rescind(log, infraction, reason, now, events)

    return land_on(infraction, name="rescind_penalty", actor=actor, stamp=stamp, at=at, reason=reason, write=write)


def rescind(log: Log, infraction: Infraction, reason: str, now: Standing, events: list[PenaltyEvent]) -> PenaltyEvent:
    """``rescind_penalty`` inside an act, the right to do so being checked."""
    if now.status == PenaltyStatus.RESCINDED:
        raise Refused("already_rescinded", _("This penalty has been taken back already."), conflict=True)
    _check_reason(reason)
    row = PenaltyEvent(
        infraction=infraction,
        act=PenaltyAct.RESCINDED,
        penalty=now.penalty or infraction.suggested,
        effect=_give_all_back(log, infraction, events, reason),
        corrects_id=events[-1].pk if events else infraction.pk,
        reason=reason,
    )
    return append(log, row)


def undo_infraction(
    *, infraction: Infraction, actor: Actor, stamp: Stamp | None = None, at: datetime | None = None
) -> PenaltyEvent:
    """Within ten seconds the judge who logged an infraction takes it back: a counter-entry, like any correction."""

    def write(log: Log, now: Standing, events: list[PenaltyEvent]) -> PenaltyEvent:
        check_undo(log, infraction)
        if len(events) > 1:
            raise Refused("too_late", _("Somebody has acted on this since."), conflict=True)
        return rescind(log, infraction, "undo", now, events)

    return land_on(infraction, name="undo_infraction", actor=actor, stamp=stamp, at=at, reason="undo", write=write)


def check_undo(log: Log, record: Record) -> None:
    """Refuse unless the record is the actor's own and of the last ten seconds."""
    if record.judge_id is None or log.act.actor.user is None or record.judge_id != log.act.actor.user.pk:
        raise Refused("not_yours", _("Only the judge who logged it can undo it."))
    if (log.at - record.server_time).total_seconds() > UNDO_SECONDS + UNDO_TRANSIT:
        raise Refused("too_late", _("Ten seconds have passed. The head judge can take it back."), conflict=True)


def apply_penalty(
    *, infraction: Infraction, actor: Actor, stamp: Stamp | None = None, at: datetime | None = None
) -> PenaltyEvent:
    """Carry out a loss that had to wait, now that the player has a match again."""

    def write(log: Log, now: Standing, events: list[PenaltyEvent]) -> PenaltyEvent:
        waiting = active_effect(events)
        if not now.in_force or not waiting.get("waits"):
            raise Refused("nothing_waits", _("This penalty does not wait for a match."), conflict=True)
        if authority.rank(log.policy_roles) < authority.RANKS[authority.DEPUTY]:
            raise Refused("not_allowed", _("The head judge or a deputy carries this out."))
        match = open_match(infraction)
        if match is None:
            raise Refused("no_match", _("This player has no match that is undecided."))
        log.match = match
        effect: Effect = {"kind": waiting["kind"], "match": str(match.key)}
        if waiting["kind"] == "match_loss":
            effect = match_loss(log, infraction, match)
        row = PenaltyEvent(infraction=infraction, act=PenaltyAct.APPLIED, penalty=now.penalty, effect=effect)
        return append(log, row)

    return land_on(infraction, name="apply_penalty", actor=actor, stamp=stamp, at=at, write=write)


def _check_stands(now: Standing) -> None:
    if now.status == PenaltyStatus.RESCINDED:
        raise Refused("already_rescinded", _("This penalty has been taken back already."), conflict=True)
    if not now.penalty:
        raise Refused("not_issued", _("No penalty has been given for this yet."))


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise Refused("reason_missing", _("Say why."), field="reason")


def _give_all_back(log: Log, infraction: Infraction, events: Iterable[PenaltyEvent], reason: str) -> Effect:
    return give_back(log, infraction, active_effect(events), reason)
