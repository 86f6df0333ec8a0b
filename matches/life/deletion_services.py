"""Delete an event with everything that belongs to it. The site keeps that it was there, and the ends of its logs.

The logs are insert-only: the database lets rows of them go only for an event whose deletion stands in
``EventDeletion`` and whose own row is gone (``matches.insert_only.Deletable``). Foreign keys, which are checked at the
end of the transaction, then let nothing of it stay.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from matches.audit.services import Actor, Change, audited_change
from matches.enums import JobState
from matches.errors import Refused
from matches.jobs.services import job_file
from matches.life.deletion_labels import holdings_of
from matches.life.owned_queries import events_that_need, owned_tables, rows_of, was_published
from matches.models import AuditHead, AuditRow, Entry, Event, EventDeletion, Job, Player, SignUp, Submission
from matches.plugins import registry


def delete_event(*, event: Event, actor: Actor, reason: str = "", typed_name: str = "") -> EventDeletion:
    """Delete the event: rows, files, and the people who are in no other event.

    Once players have seen a round, ``typed_name`` must be the event's name, and ``reason`` says why. Raises Refused at
    ``typed_name`` or ``reason``, and while the program is at work for the event.
    """
    with transaction.atomic():
        with audited_change("delete_event", event_id=event.pk, actor=actor, reason=reason) as change:
            _check(change.event, typed_name, reason)
            counts = {holding.key: holding.count for holding in holdings_of(change.event)}
            change.note(**counts)
        files, people = _files(change.event), _people(change.event)
        deletion = _logged(change, counts)
        _delete_rows(change.event)
        _delete_people(people)
        transaction.on_commit(lambda: _delete_files(files))
    return deletion


def _check(event: Event, typed_name: str, reason: str) -> None:
    if Job.objects.filter(event=event, state=JobState.RUNNING).exists():
        raise Refused("at_work", _("A job for this event is still running. Try again in a minute."))
    if others := events_that_need(event):
        text = _("Other events take players from this one, or name its players in their logs. Delete them first:")
        raise Refused("needed_elsewhere", text, details=others)
    if not was_published(event):
        return
    if " ".join(typed_name.split()) != " ".join(event.name.split()):
        message = _("Type the name of the event exactly: %(name)s")
        raise Refused("name_differs", message % {"name": event.name}, parameter="typed_name")
    if not reason.strip():
        raise Refused("reason_missing", _("Give a reason for deleting the event."), parameter="reason")


def _logged(change: Change, counts: dict[str, int]) -> EventDeletion:
    """The row of the site's log, with the ends of the event's two logs."""
    event = change.event
    head = AuditHead.objects.get(event=event)
    rulings = AuditRow.objects.filter(event=event, details__has_key="log").order_by("-sequence").first()
    return EventDeletion.objects.create(
        event_id=event.pk,
        key=event.key,
        slug=event.slug,
        name=event.name,
        date=event.date,
        at=change.at,
        by=change.actor.user,
        reason=change.reason,
        counts=counts,
        audit_length=head.sequence,
        audit_hash=head.hash,
        log_length=rulings.details["log"] if rulings is not None else 0,
        log_hash=rulings.details["log_hash"] if rulings is not None else "",
    )


def _delete_rows(event: Event) -> None:
    """The event's own row first, which opens the gate of the logs, then what points to nothing else, and so on."""
    Submission.objects.filter(answer__startswith=f"/e/{event.slug}/").delete()
    rows = Event.objects.filter(pk=event.pk)
    rows._raw_delete(rows.db)
    for table, way in owned_tables():
        owned = rows_of(table, way, event.pk)
        owned._raw_delete(owned.db)


def _people(event: Event) -> list[int]:
    played = Entry.objects.filter(event=event).values_list("player", flat=True)
    invited = SignUp.objects.filter(event=event, player__isnull=False).values_list("player", flat=True)
    return sorted({*played, *filter(None, invited)})


def _delete_people(people: Collection[int]) -> None:
    """Those who are in no other event."""
    Player.objects.filter(pk__in=people, entries__isnull=True, invitations__isnull=True).delete()


def _files(event: Event) -> list[Path]:
    """The folders of the event, and the files that were made for it."""
    folders: list[Path] = [settings.MEDIA_ROOT / folder / event.key.hex for folder in registry.kept_folders]
    return [*folders, *(job_file(job) for job in Job.objects.filter(event=event).exclude(file=""))]


def _delete_files(files: Collection[Path]) -> None:
    for path in files:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
