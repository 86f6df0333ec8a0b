"""Notices to judges about decisions of the head judge, written with the decision, and read by the judge."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from judging.models import JudgeNotice, Record
from judging.records.notice_queries import NOTED
from judging.records.services import RecordWriter
from matches.models import User


def notify_judges(writer: RecordWriter, judges: Iterable[User | None], record: Record) -> None:
    """Let judges know of a record that the actor has just written; the actor knows it."""
    actor = writer.change.actor.user
    people = {judge.pk: judge for judge in judges if judge is not None and judge != actor}
    if not people:
        return
    event = writer.event
    JudgeNotice.objects.bulk_create(
        [JudgeNotice(event=event, user=judge, record=record, made_at=writer.at) for judge in people.values()]
    )
    if not event.options.get(NOTED):
        event.options = {**event.options, NOTED: True}
        event.save(update_fields=["options"])
    writer.touch("calls")


def read_notice(*, notice: JudgeNotice) -> None:
    """Note that the judge has read it. It is the judge's own, so that it is no change of the event."""
    JudgeNotice.objects.filter(pk=notice.pk, read_at__isnull=True).update(read_at=timezone.now())
