"""File and decide appeals, and record that players accept a result, possibly under protest."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from judging.appeals.change_services import AppealChange, prepare_appeal_change
from judging.enums import AcknowledgedBy, AppealState
from judging.extensions.services import stop_play
from judging.models import Acknowledgement, Appeal, AppealStep, Record
from judging.permissions import can_log, policy_roles
from judging.policy import authority
from judging.records.notice_services import notify_judges
from judging.records.services import RecordWriter, Stamp, write_records_once
from matches.audit.services import Actor
from matches.enums import ResultStatus, Role
from matches.errors import NotAllowed, Refused
from matches.models import Entry, Event, Match, Result
from matches.permissions import roles_of
from matches.results.services.locks import lock_result


def file_appeal(
    *,
    event: Event,
    actor: Actor,
    of: Record | None = None,
    match: Match | None = None,
    entry: Entry | None = None,
    statement: str = "",
    stamp: Stamp | None = None,
    at: datetime | None = None,
) -> Appeal:
    """File an appeal to the head judge against a ruling or an infraction, or about the table if ``of`` is None. Play at
    the table stops for it, as the policy says.

    Raises Refused against a decision of the head judge, which is final, and for a player at another table.
    """
    match = match or (of.match if of is not None else None)

    def write(writer: RecordWriter) -> Appeal:
        _check_filer(writer, match)
        if of is not None and of.event_id != event.pk:
            raise Refused("other_event", _("This belongs to another event."))
        if of is not None and _by_head(of):
            raise Refused("head_is_final", _("The head judge ruled on this, so it cannot be appealed."))
        if of is not None and Appeal.objects.filter(of=of).exists():
            raise Refused("appealed", _("This has already been appealed."), conflict=True)
        return _file(writer, of, entry, statement)

    return write_records_once(
        model=Appeal, name="file_appeal", event=event, actor=actor, stamp=stamp, match=match, at=at, write=write
    )


def _file(writer: RecordWriter, of: Record | None, entry: Entry | None, statement: str) -> Appeal:
    writer.touch("appeals", "rulings")
    row = writer.append(Appeal(of=of, entry=entry, statement=statement.strip()), what="appeal")
    if writer.policy.appeals.pauses_table:
        stop_play(writer)
    return row


def _check_filer(writer: RecordWriter, match: Match | None) -> None:
    player = writer.change.actor.entry
    if player is None:
        return
    if match is None or not match.seats.filter(entry=player).exists():
        raise NotAllowed(_("Only a judge or a player at the table can file an appeal."))


def _by_head(record: Record) -> bool:
    return record.judge is not None and Role.HEAD_JUDGE in roles_of(record.judge, record.event)


def decide_appeal(
    *,
    appeal: Appeal,
    state: AppealState,
    actor: Actor,
    comment: str = "",
    change: AppealChange | None = None,
    stamp: Stamp | None = None,
    at: datetime | None = None,
) -> AppealStep:
    """Decide an appeal: upheld (the ruling stands), changed, or withdrawn by the player. The decision is final.

    ``changed`` needs a comment, and puts ``change`` in the place of what was appealed. Raises Refused as the service
    does that changes it.
    """
    if state not in AppealState.decided():
        raise Refused("state_unknown", _("Choose a decision."), parameter="state")
    return write_records_once(
        model=AppealStep,
        name="decide_appeal",
        event=appeal.event,
        actor=actor,
        stamp=stamp,
        match=appeal.match,
        reason=comment,
        at=at,
        write=lambda writer: _decide(writer, appeal, state, comment, change or AppealChange()),
    )


def _decide(writer: RecordWriter, appeal: Appeal, state: AppealState, comment: str, change: AppealChange) -> AppealStep:
    _check_decider(writer, state)
    if AppealStep.objects.filter(appeal=appeal).exists():
        raise Refused(
            "appeal_decided", _("This appeal has already been decided. The decision is final."), conflict=True
        )
    if state == AppealState.CHANGED and not comment.strip():
        raise Refused("comment_missing", _("Describe the change in the comment."), parameter="comment")
    # The new result comes first, because it writes no record: whatever refuses it does so before anything is written.
    writes = prepare_appeal_change(writer, appeal, comment, change) if state == AppealState.CHANGED else []
    writer.touch("appeals", "rulings")
    step = writer.append(AppealStep(appeal=appeal, state=state, comment=comment.strip()))
    for write in writes:
        write()
    notify_judges(writer, [appeal.judge, appeal.of.judge if appeal.of is not None else None], step)
    return step


def _check_decider(writer: RecordWriter, state: AppealState) -> None:
    if state == AppealState.WITHDRAWN and can_log(writer.roles):
        return
    if not authority.may_decide_appeal(policy_roles(writer.roles), delegated=writer.rules.delegated):
        raise NotAllowed(_("Only the head judge can decide appeals."))


def acknowledge_result(
    *,
    result: Result,
    entry: Entry,
    actor: Actor,
    how: AcknowledgedBy = AcknowledgedBy.TAP,
    under_protest: bool = False,
    statement: str = "",
    stamp: Stamp | None = None,
    at: datetime | None = None,
) -> Acknowledgement:
    """Record that a player accepts a result. Acceptance under protest also files an appeal. A result that both
    players have accepted is locked.

    The player does this, or a judge who has the signed sheet. A protest is refused once the policy's time for
    corrections is over.
    """
    match = Match.objects.select_related("round__stage__event").get(pk=result.match_id)

    def write(writer: RecordWriter) -> Acknowledgement:
        # Under the lock: the result may have been corrected since the page was shown.
        result.refresh_from_db(fields=["status", "confirmed_at"])
        _check_acceptance(writer, match, result, entry)
        row = Acknowledgement(entry=entry, result=result, how=how, under_protest=under_protest)
        return _acknowledge(writer, match, row, statement)

    return write_records_once(
        model=Acknowledgement,
        name="acknowledge_result",
        event=match.round.stage.event,
        actor=actor,
        stamp=stamp,
        match=match,
        at=at,
        write=write,
    )


def _acknowledge(writer: RecordWriter, match: Match, row: Acknowledgement, statement: str) -> Acknowledgement:
    result = row.result
    if row.under_protest:
        _check_window(writer, result)
    row = writer.append(row)
    writer.touch("rulings")
    if row.under_protest:
        _file(writer, row, row.entry, statement)
    if not match.seats.exclude(entry__in=Acknowledgement.objects.filter(result=result).values("entry")).exists():
        lock_result(result=result, change=writer.change)
    return row


def _check_acceptance(writer: RecordWriter, match: Match, result: Result, entry: Entry) -> None:
    player = writer.change.actor.entry
    if player is not None and player.pk != entry.pk:
        raise NotAllowed(_("You can accept only your own result."))
    if not match.seats.filter(entry=entry).exists():
        raise Refused("not_at_table", _("This player is not at this table."), parameter="entry")
    if result.status != ResultStatus.CONFIRMED:
        raise Refused("result_not_confirmed", _("This is not the current result."), conflict=True)
    if Acknowledgement.objects.filter(result=result, entry=entry).exists():
        raise Refused("acknowledged", _("This player has already accepted the result."), conflict=True)


def _check_window(writer: RecordWriter, result: Result) -> None:
    window = timedelta(minutes=writer.policy.corrections.correction_window_minutes)
    if result.confirmed_at is not None and writer.at > result.confirmed_at + window:
        minutes = window.seconds // 60
        text = ngettext(
            "It is too late to protest. A result can be protested for %(minutes)d minute.",
            "It is too late to protest. A result can be protested for %(minutes)d minutes.",
            minutes,
        ) % {"minutes": minutes}
        raise Refused("too_late", text)
