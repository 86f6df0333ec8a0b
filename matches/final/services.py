"""Finish an event, and reopen one that was finished too early."""

from __future__ import annotations

import datetime as dt

from django.utils.translation import gettext as _

from matches.audit.ending_services import in_archive
from matches.audit.services import Actor, Change, audited_change
from matches.brackets.queries.pod_cuts import bracket_is_decided
from matches.enums import RoundStatus, StageKind
from matches.errors import Refused
from matches.final.queries import winner_numbers
from matches.models import Event, Round, Stage
from matches.prizes.services import prizes_changed
from matches.schedule.services import course_changed


def finish_event(*, event: Event, actor: Actor) -> Event:
    """Finish the event, which ends pairing and sign-up. Raises Refused if it is finished or has an open round."""
    with audited_change("finish_event", event_id=event.pk, actor=actor) as change:
        if change.event.finished_at is not None:
            raise Refused("already_finished", _("This event is already finished."), conflict=True)
        if change.event.archived_at is not None:
            raise in_archive(change.roles)
        if Round.objects.filter(stage__event=change.event, status__in=RoundStatus.open()).exists():
            raise Refused("round_open", _("A round is still open. Close it or withdraw its draft first."))
        change.event.stages.filter(finished_at__isnull=True).update(finished_at=change.at)
        _set_finished(change, change.at)
        change.note(winners=winner_numbers(change.event))
    return change.event


def reopen_event(*, event: Event, actor: Actor, reason: str) -> Event:
    """Reopen a finished event, with a reason for the log; it leaves the archive.

    Raises Refused if it is not finished or has no reason.
    """
    with audited_change("reopen_event", event_id=event.pk, actor=actor, reason=reason) as change:
        if change.event.finished_at is None:
            raise Refused("not_finished", _("This event is not finished."), conflict=True)
        if not reason.strip():
            raise Refused("reason_missing", _("Give a reason for reopening the event."), parameter="reason")
        # Stages that ended with the event go on; one that was over before stays over, or has nothing left to play.
        for stage in change.event.stages.filter(finished_at=change.event.finished_at):
            if not is_played_out(stage):
                stage.finished_at = None
                stage.save(update_fields=["finished_at"])
        change.event.archived_at = None
        _set_finished(change, None)
    return change.event


def _set_finished(change: Change, at: dt.datetime | None) -> None:
    change.event.finished_at = at
    change.event.save(update_fields=["finished_at", "archived_at"])
    change.touch("event", "pairings")
    prizes_changed(change)
    course_changed(change)


def is_played_out(stage: Stage) -> bool:
    """Whether the stage has no further round: its bracket is decided, or everyone has met everyone.

    Never true of Swiss rounds and a score attack, because one more can be planned.
    """
    if stage.is_bracket:
        return bracket_is_decided(stage)
    met = stage.kind == StageKind.ROUND_ROBIN and stage.rounds_planned > 0
    return met and stage.rounds.filter(status=RoundStatus.CLOSED, number=stage.rounds_planned).exists()
