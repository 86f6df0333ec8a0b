"""Issue and confirm penalties. Each step adds a record; ``services.takebacks`` changes and rescinds penalties."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from judging.enums import PenaltyAct, PenaltyStatus
from judging.models import Infraction, PenaltyEvent
from judging.policy import Suggestion, Verdict, authority
from judging.records.services import RecordWriter, Stamp, write_records_once
from judging.rulings.effects.kind_services import Done, GivenBack
from judging.rulings.effects.services import kind_for
from judging.rulings.effects.stored import stored_effect
from judging.rulings.labels.records import comment_text
from judging.rulings.queries.penalties import PenaltyState, penalty_state
from judging.rulings.queries.suggestions import suggestion_of
from matches.audit.services import Actor
from matches.errors import NotAllowed, Refused

Write = Callable[[RecordWriter, PenaltyState, list[PenaltyEvent]], PenaltyEvent]


@dataclass(frozen=True, kw_only=True)
class PenaltyDecision:
    """A checked penalty that can be given. ``needs`` is the role that must confirm it if ``provisional``."""

    infraction: Infraction
    penalty: str
    needs: str
    provisional: bool
    deviation: bool
    statements: dict[str, Any]


def decide_penalty(
    writer: RecordWriter,
    infraction: Infraction,
    penalty: str,
    suggestion: Suggestion,
    *,
    comment: str,
    statements: dict[str, Any] | None = None,
    overtaken: bool = False,
) -> PenaltyDecision:
    """Check everything about a penalty before a record is written; raises Refused. For use inside a change.

    ``overtaken``: it was the suggested one when the judge gave it, without a connection, so that nobody could say why
    it is another one now.
    """
    policy = writer.policy
    if penalty not in {known.code for known in policy.penalties}:
        raise Refused("penalty_unknown", _("This penalty is not in the policy."), parameter="penalty")
    needs = authority.needs(policy, infraction.code, penalty, suggestion, delegated=writer.rules.delegated)
    verdict = authority.verdict(writer.policy_roles, needs)
    if verdict is Verdict.REFUSED:
        raise NotAllowed(_("Only judges of this event can issue penalties."))
    if not overtaken:
        _check_comment(writer, infraction, penalty, suggestion, comment)
    decision = PenaltyDecision(
        infraction=infraction,
        penalty=penalty,
        needs=needs,
        provisional=verdict is Verdict.PROVISIONAL,
        deviation=penalty != suggestion.penalty,
        statements=statements or {},
    )
    if not decision.provisional:
        check_takes_effect(writer, infraction, penalty, decision.statements)
    return decision


def give_penalty(
    writer: RecordWriter,
    decision: PenaltyDecision,
    *,
    act: PenaltyAct = PenaltyAct.ISSUED,
    reason: str = "",
    replaced: GivenBack | None = None,
) -> PenaltyEvent:
    """Give a decided penalty, as a new one or in place of another (``act``). For use inside a change.

    It takes effect on the match at once, unless it is provisional because a higher role must confirm it.
    """
    done, replaced = Done(), replaced or GivenBack()
    if not decision.provisional:
        rule = writer.policy.penalty(decision.penalty)
        done = kind_for(rule).apply(writer, decision.infraction, rule, decision.statements)
    row = PenaltyEvent(
        infraction=decision.infraction,
        act=act,
        penalty=decision.penalty,
        provisional=decision.provisional,
        deviation=decision.deviation,
        needs=decision.needs,
        statements=decision.statements,
        effect=stored_effect(done.effect, replaced.gave_back),
        result=done.result,
        left_result=replaced.left,
        reason=reason,
    )
    return append_penalty_event(writer, row)


def _check_comment(
    writer: RecordWriter, infraction: Infraction, penalty: str, suggestion: Suggestion, comment: str
) -> None:
    rule = writer.policy.infraction(infraction.code)
    needed = authority.comment_needed(writer.policy, rule, penalty, suggestion)
    if len(comment.strip()) < needed:
        text = comment_text(needed, deviates=penalty != suggestion.penalty)
        raise Refused("comment_missing", text, parameter="comment")


def check_takes_effect(writer: RecordWriter, infraction: Infraction, penalty: str, statements: dict[str, Any]) -> None:
    """Raise Refused if a required statement is missing, or if the effect on the match cannot be carried out."""
    rule = writer.policy.penalty(penalty)
    missing = [name for name in rule.requires if not str(statements.get(name, "")).strip()]
    if missing:
        raise Refused(
            "statements_missing",
            _("A disqualification needs both statements and the decision about prizes."),
            parameter=missing[0],
            details=missing,
        )
    if rule.prize_decision and statements.get("prize_decision") not in rule.prize_decision:
        raise Refused("statements_missing", _("Decide on the prizes."), parameter="prize_decision")
    kind_for(rule).check(writer, infraction, rule)


def append_penalty_event(writer: RecordWriter, row: PenaltyEvent) -> PenaltyEvent:
    """Write a step of a penalty, and note it in the audit row."""
    writer.touch("rulings", "tables")
    writer.change.note(penalty=row.penalty, provisional=row.provisional, entry=row.infraction.entry_id)
    return writer.append(row, what=f"penalty {row.act}")


def write_penalty_event(
    infraction: Infraction,
    *,
    name: str,
    actor: Actor,
    stamp: Stamp | None,
    at: datetime | None,
    write: Write,
    reason: str = "",
) -> PenaltyEvent:
    """Change the penalty of an infraction, at its table: ``write(writer, state, events)`` runs under the lock."""

    def locked(writer: RecordWriter) -> PenaltyEvent:
        events = list(PenaltyEvent.objects.filter(infraction=infraction).order_by("sequence"))
        return write(writer, penalty_state(events), events)

    return write_records_once(
        model=PenaltyEvent,
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
    """Give the penalty for an infraction that was logged without one. Raises Refused if it has a penalty."""

    def write(writer: RecordWriter, now: PenaltyState, events: list[PenaltyEvent]) -> PenaltyEvent:
        if events:
            raise Refused("already_issued", _("A penalty has already been issued for this."), conflict=True)
        suggestion = suggestion_of(infraction)
        text = comment or infraction.comment
        decision = decide_penalty(writer, infraction, penalty, suggestion, comment=text, statements=statements)
        return give_penalty(writer, decision, reason=comment)

    return write_penalty_event(
        infraction, name="issue_penalty", actor=actor, stamp=stamp, at=at, reason=comment, write=write
    )


def confirm_penalty(
    *,
    infraction: Infraction,
    actor: Actor,
    comment: str = "",
    statements: dict[str, Any] | None = None,
    stamp: Stamp | None = None,
    at: datetime | None = None,
) -> PenaltyEvent:
    """Confirm a provisional penalty, which then takes effect.

    Raises Refused if it is not provisional, or if the actor lacks the role that the penalty requires.
    """

    def write(writer: RecordWriter, now: PenaltyState, events: list[PenaltyEvent]) -> PenaltyEvent:
        if now.status != PenaltyStatus.PROVISIONAL:
            raise Refused("not_provisional", _("This penalty is not waiting for confirmation."), conflict=True)
        if not authority.may_confirm(writer.policy_roles, now.needs):
            raise NotAllowed(_("A more senior judge must confirm this penalty."))
        all_statements = {**events[-1].statements, **(statements or {})}
        check_takes_effect(writer, infraction, now.penalty, all_statements)
        rule = writer.policy.penalty(now.penalty)
        done = kind_for(rule).apply(writer, infraction, rule, all_statements)
        row = PenaltyEvent(
            infraction=infraction,
            act=PenaltyAct.CONFIRMED,
            penalty=now.penalty,
            deviation=now.deviation,
            needs=now.needs,
            statements=all_statements,
            effect=stored_effect(done.effect),
            result=done.result,
            reason=comment,
        )
        return append_penalty_event(writer, row)

    return write_penalty_event(
        infraction, name="confirm_penalty", actor=actor, stamp=stamp, at=at, reason=comment, write=write
    )
