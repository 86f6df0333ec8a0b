"""What a judge is shown until it is read: how an appeal or a call that went to the head judge was decided."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from judging.enums import AppealState, RecordKind
from judging.models import AppealStep, CallStep, JudgeNotice, Record
from judging.records.notice_queries import unread_notices
from matches.models import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeShown:
    """A notice in words, with what the head judge wrote, the address of the decision and the one that notes it as
    read.
    """

    text: str
    comment: str
    url: str
    read_url: str


def notices_shown(event: Event, user: object) -> list[NoticeShown]:
    """The notices that a judge has not read. No query at an event without any."""
    notices = unread_notices(event, user)
    return [_shown(event, notice) for notice in notices]


def _shown(event: Event, notice: JudgeNotice) -> NoticeShown:
    record = notice.record
    text, comment, of = _decision(record)
    return NoticeShown(
        text=text,
        comment=comment,
        url=_address(event, record, of),
        read_url=reverse("judging:notice_read", args=[event.slug, notice.pk]),
    )


def _decision(record: Record) -> tuple[str, str, Record | None]:
    """What was decided in words, the comment, and the record that it is about."""
    names = {"judge": record.judge or "–", "table": record.table or "–"}
    if record.kind == RecordKind.APPEAL_STEP:
        step = AppealStep.objects.select_related("appeal__of").get(pk=record.pk)
        texts = {
            AppealState.UPHELD: _("Appeal at table %(table)s: the decision stands (%(judge)s)."),
            AppealState.CHANGED: _("Appeal at table %(table)s: overturned (%(judge)s)."),
            AppealState.WITHDRAWN: _("Appeal at table %(table)s: withdrawn (%(judge)s)."),
        }
        return texts[AppealState(step.state)] % names, step.comment, step.appeal.of
    logged = _logged_since(record)
    if logged is None:
        return _("%(judge)s resolved the call at table %(table)s that you passed on.") % names, "", None
    text = _("%(judge)s resolved the call at table %(table)s that you passed on and logged a decision.")
    return text % names, "", logged


def _logged_since(record: Record) -> Record | None:
    """What the judge who resolved a call logged last at its table since the call was made."""
    step = CallStep.objects.select_related("call").get(pk=record.pk)
    return (
        Record.objects.filter(
            match=record.match_id,
            judge=record.judge_id,
            kind__in=[RecordKind.RULING, RecordKind.INFRACTION],
            sequence__range=(step.call.sequence, record.sequence),
        )
        .order_by("-sequence")
        .first()
    )


def _address(event: Event, record: Record, of: Record | None) -> str:
    if of is not None and of.kind == RecordKind.INFRACTION:
        return reverse("judging:infraction", args=[event.slug, of.pk])
    if of is not None and of.kind == RecordKind.RULING:
        return reverse("judging:ruling", args=[event.slug, of.pk])
    if record.match_id is not None:
        return reverse("judging:table", args=[event.slug, record.match_id])
    return reverse("judging:log", args=[event.slug])
