"""A penalty is issued, or given provisionally and confirmed. Each step is a further record; the way back is
``takeback``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from judging.enums import PenaltyAct, PenaltyStatus
from judging.models import Infraction, PenaltyEvent
from judging.policy import Suggestion, Verdict, authority
from judging.records.services import Log, Stamp, land
from judging.rulings.effect_services import Effect, carry_out
from judging.rulings.queries import Standing, standing
from judging.rulings.suggestion_queries import suggestion_of
from matches.audit.services import Actor
from matches.errors import Refused

Write = Callable[[Log, Standing, list[PenaltyEvent]], PenaltyEvent]


def give(
    log: Log,
    infraction: Infraction,
    penalty: str,
    suggestion: Suggestion,
    *,
    comment: str,
    act: PenaltyAct = PenaltyAct.ISSUED,
    statements: dict[str, Any] | None = None,
    reason: str = "",
    gave_back: Effect | None = None,
) -> PenaltyEvent:
    """Issue a penalty for a logged infraction, or put another in its place: provisional where a higher role must
    agree, else in force at once, with its effect on the match. For use inside an act."""
    policy = log.policy
    if penalty not in {known.code for known in policy.penalties}:
        raise Refused("penalty_unknown", _("The policy has no such penalty."), field="penalty")
    needed = authority.needs(policy, infraction.code, penalty, suggestion, delegated=log.rules.delegated)
    verdict = authority.verdict(log.policy_roles, needed)
    if verdict is Verdict.REFUSED:
        raise Refused("not_allowed", _("Only a judge of this event gives a penalty."))
    _check_comment(log, infraction, penalty, suggestion, comment or reason)
    provisional = verdict is Verdict.PROVISIONAL
    effect = {} if provisional else in_force(log, infraction, penalty, statements or {})
    row = PenaltyEvent(
        infraction=infraction,
        act=act,
        penalty=penalty,
        provisional=provisional,
        deviation=penalty != suggestion.penalty,
        needs=needed,
        statements=statements or {},
        effect={**effect, "gave_back": gave_back} if gave_back else effect,
        reason=reason,
    )
    return append(log, row)


def _check_comment(log: Log, infraction: Infraction, penalty: str, suggestion: Suggestion, comment: str) -> None:
    rule = log.policy.infraction(infraction.code)
    needed = authority.comment_needed(log.policy, rule, penalty, suggestion)
    if len(comment.strip()) >= needed:
        return
    text: object
    if needed > 1:
        text = ngettext_lazy("Write at least %d character.", "Write at least %d characters.", needed) % needed
    elif penalty != suggestion.penalty:
        text = _("Say why this is not the suggested penalty.")
    else:
        text = _("A penalty above a warning needs a comment.")
    raise Refused("comment_missing", str(text), field="comment")


def in_force(log: Log, infraction: Infraction, penalty: str, statements: dict[str, Any]) -> Effect:
    """Let a penalty take effect, once it has what it requires."""
    rule = log.policy.penalty(penalty)
    missing = [name for name in rule.requires if not str(statements.get(name, "")).strip()]
    if missing:
        raise Refused(
            "statements_missing",
            _("A disqualification needs both statements and the decision about prizes."),
            field=missing[0],
            details=missing,
        )
    if rule.prize_decision and statements.get("prize_decision") not in rule.prize_decision:
        raise Refused("statements_missing", _("Decide about the prizes."), field="prize_decision")
    return carry_out(log, infraction, rule, statements)


def append(log: Log, row: PenaltyEvent) -> PenaltyEvent:
    """Write a step down and say it in the audit row."""
    log.touch("rulings", "tables")
    log.act.note(penalty=row.penalty, provisional=row.provisional, entry=row.infraction.entry_id)
    return log.append(row, what=f"penalty {row.act}")


def land_on(
    infraction: Infraction,
    *,
    name: str,
    actor: Actor,
    stamp: Stamp | None,
    at: datetime | None,
    write: Write,
    reason: str = "",
) -> PenaltyEvent:
    """An act on the penalty of an infraction: at its table, ``write(log, standing, events)`` under the lock."""

    def locked(log: Log) -> PenaltyEvent:
        events = list(PenaltyEvent.objects.filter(infraction=infraction).order_by("sequence"))
        return write(log, standing(events), events)

    return land(
        PenaltyEvent,
        name=name,
        event=infraction.event,
        actor=actor,
        stamp=stamp,
        match=infraction.match,
        reason=reason,
        at=at,
        write=locked,
    )


def issue_penalty(
    *,
    infraction: Infraction,
    penalty: str,
    actor: Actor,
    comment: str = "",
    statements: dict[str, Any] | None = None,
    stamp: Stamp | None = None,
    at: datetime | None = None,
) -> PenaltyEvent:
    """Give the penalty for an infraction that was logged without one."""

    def write(log: Log, now: Standing, events: list[PenaltyEvent]) -> PenaltyEvent:
        if events:
            raise Refused("already_issued", _("A penalty has been given for this already."), conflict=True)
        suggestion = suggestion_of(infraction)
        text = comment or infraction.comment
        return give(log, infraction, penalty, suggestion, comment=text, statements=statements, reason=comment)

    return land_on(infraction, name="issue_penalty", actor=actor, stamp=stamp, at=at, reason=comment, write=write)


def confirm_penalty(
    *,
    infraction: Infraction,
    actor: Actor,
    comment: str = "",
    statements: dict[str, Any] | None = None,
    stamp: Stamp | None = None,
    at: datetime | None = None,
) -> PenaltyEvent:
    """Let a provisional penalty take effect: a deputy or the head, as high as the penalty needs."""

    def write(log: Log, now: Standing, events: list[PenaltyEvent]) -> PenaltyEvent:
        if now.status != PenaltyStatus.PROVISIONAL:
            raise Refused("not_provisional", _("This penalty does not wait for confirmation."), conflict=True)
        if not authority.may_confirm(log.policy_roles, now.needs):
            raise Refused("not_allowed", _("A higher judge must confirm this penalty."))
        said = {**events[-1].statements, **(statements or {})}
        row = PenaltyEvent(
            infraction=infraction,
            act=PenaltyAct.CONFIRMED,
            penalty=now.penalty,
            deviation=now.deviation,
            needs=now.needs,
            statements=said,
            effect=in_force(log, infraction, now.penalty, said),
            reason=comment,
        )
        return append(log, row)

    return land_on(infraction, name="confirm_penalty", actor=actor, stamp=stamp, at=at, reason=comment, write=write)
